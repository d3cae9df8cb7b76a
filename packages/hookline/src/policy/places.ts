import { isUnder } from "./accesses/place.ts";

/** Folders of the system: what lies in them belongs to the machine and not to somebody's work. */
const systemFolders = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/snap",
  "/srv",
  "/sys",
  "/usr",
  "/var",
  "/Applications",
  "/Library",
  "/System",
  "/Volumes",
  "/private/etc",
  "/private/var",
];

/** Folders that hold the homes of everybody. */
const homeFolders = ["/home", "/Users"];

const temporaryFolders = [
  "/tmp",
  "/var/tmp",
  "/var/folders",
  "/private/tmp",
  "/private/var/folders",
  "/dev/shm",
];

const harmlessDevice =
  /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/\d+|ptmx|pts\/\d+)$|^\/dev\/shm\//;

/** True for a path that is thrown away on every machine: `/tmp` and its like, or the folder that `TMPDIR` names. */
export function isTemporary(path: string, folder: string | undefined): boolean {
  if (temporaryFolders.some((one) => isUnder(path, one))) return true;
  return (
    folder !== undefined && folder.length > 1 && folder.startsWith("/") && isUnder(path, trimmed(folder))
  );
}

/** True for a file or folder of the system, the root and the folder of all homes included. */
export function isSystem(path: string, home: string): boolean {
  if (path === "/" || homeFolders.includes(path)) return true;
  if (temporaryFolders.some((one) => isUnder(path, one) && path !== one) || harmlessDevice.test(path))
    return false;
  // The superuser's home is a folder of the system for everybody else.
  if (home !== "/" && isUnder(path, home)) return false;
  return systemFolders.some((one) => isUnder(path, one));
}

/** True for a device that somebody could destroy by writing to it. */
export function isDevice(path: string): boolean {
  return path.startsWith("/dev/") && !harmlessDevice.test(path);
}

/** True for the home of somebody. */
export function isHome(path: string, home: string): boolean {
  return path === home || path === "/root" || /^\/(?:home|Users)\/[^/]+$/.test(path);
}

function trimmed(folder: string): string {
  return folder.replace(/\/+$/, "");
}
