import { namedRows } from "../../shell/reading/named-rows.ts";
import type { ReadCommand } from "../../shell/reading/reading.ts";
import type { PathAccess } from "../model.ts";
import { hasFlag, valuesOf } from "./option-values.ts";
import { type Use, uses } from "./use.ts";

/** A program that takes paths as operands, as a row. */
interface Row {
  readonly operands?: PathAccess;
  /** What it does to them beside that. */
  readonly also?: PathAccess;
  /** The options with which it changes the files that it else reads. */
  readonly inPlace?: readonly string[];
  /** The options with which it only looks. */
  readonly looks?: readonly string[];
  /** Of the last operand, if there are at least two. */
  readonly last?: PathAccess;
  /** How many operands come first that are no paths, and the options that stand for them. */
  readonly skip?: number;
  readonly unless?: readonly string[];
  /** The options that make it go into folders; `true` if it always does. */
  readonly recursive?: readonly string[] | true;
  /** Options whose value is a path. */
  readonly options?: { readonly [name: string]: PathAccess };
}

const deep = ["-r", "-R", "--recursive"];

/** One row for programs that do the same. */
const table: readonly (readonly [names: string, row: Row])[] = [
  ["rm grm", { operands: "delete", recursive: deep }],
  [
    "rmdir unlink rimraf del-cli trash trash-put gio-trash srm wipe",
    {
      operands: "delete",
      recursive: true,
    },
  ],
  ["rmdir unlink", { operands: "delete" }],
  ["shred", { operands: "delete" }],
  ["truncate fallocate", { operands: "write", options: { "--reference": "read" } }],
  ["tee sponge touch mkdir mkfifo mknod mktemp", { operands: "write" }],
  [
    "cp gcp",
    {
      operands: "read",
      last: "write",
      recursive: [...deep, "-a", "--archive"],
      options: { "-t": "write", "--target-directory": "write" },
    },
  ],
  [
    "mv gmv",
    {
      operands: "delete",
      also: "read",
      last: "write",
      recursive: true,
      options: { "-t": "write", "--target-directory": "write" },
    },
  ],
  [
    "install",
    {
      operands: "read",
      last: "write",
      options: { "-t": "write", "--target-directory": "write" },
    },
  ],
  [
    "ln link",
    {
      operands: "other",
      last: "write",
      options: { "-t": "write", "--target-directory": "write" },
    },
  ],
  // A mode is no path, but it does no harm as one; left out it might be the path that is (`chmod -w file`).
  ["chmod chown chgrp chattr chcon", { operands: "permission", recursive: ["-R", "--recursive"] }],
  [
    "setfacl setfattr xattr restorecon",
    {
      operands: "permission",
      recursive: ["-R", "--recursive", "-r"],
    },
  ],
  [
    "cat tac less more head tail nl od xxd hexdump hd strings base64 base32 basenc wc cut sort uniq tr rev fold fmt",
    {
      operands: "read",
      options: { "-o": "write", "--output": "write", "--files0-from": "read" },
    },
  ],
  [
    "pr column paste join comm diff diff3 cmp sdiff colordiff vimdiff bat batcat ccat most pygmentize",
    {
      operands: "read",
      recursive: deep,
    },
  ],
  [
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum iconv uuencode expand unexpand",
    {
      operands: "read",
    },
  ],
  [
    "ls dir vdir tree du stat file readlink realpath test [ [[ exa eza lsd namei getfacl lsattr df basename dirname",
    {
      operands: "read",
      recursive: ["-R", "--recursive"],
    },
  ],
  [
    "zcat zless zmore bzcat xzcat lzcat zstdcat gzcat tsort shuf ul dos2unix unix2dos look",
    {
      operands: "read",
    },
  ],
  ["dos2unix unix2dos", { operands: "write" }],
  ["split csplit", { operands: "read", last: "write" }],
  [
    "grep egrep fgrep zgrep rg ag ack ugrep pcregrep",
    {
      operands: "read",
      skip: 1,
      unless: ["-e", "--regexp", "-f", "--file", "--files"],
      recursive: [...deep, "--dereference-recursive"],
      options: { "-f": "read", "--file": "read" },
    },
  ],
  [
    "jq yq gojq xmllint xmlstarlet",
    {
      operands: "read",
      skip: 1,
      unless: ["-f", "--from-file"],
      options: { "-f": "read", "--from-file": "read" },
      inPlace: ["-i", "--inplace", "--in-place"],
    },
  ],
  [
    "gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd pigz lz4 compress uncompress",
    {
      operands: "write",
      also: "read",
    },
  ],
  [
    "ed ex vi vim nvim nano emacs pico micro code subl patch",
    {
      operands: "write",
      also: "read",
      options: { "-o": "write" },
    },
  ],
  ["source . exec", { operands: "run" }],
  ["mount umount losetup cryptsetup swapoff", { operands: "other" }],
  [
    "mkfs mke2fs mkswap swapon fdisk sfdisk cfdisk gdisk sgdisk parted wipefs blkdiscard hdparm badblocks",
    {
      operands: "write",
      looks: ["-l", "--list", "-d", "--dump", "-p", "--print", "-I"],
    },
  ],
  [
    "mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mkfs.minix newfs",
    {
      operands: "write",
    },
  ],
  ["pvcreate pvremove vgremove lvremove zpool mdadm", { operands: "write" }],
  ["sqlite3", { operands: "write" }],
  ["ssh-add ssh-keygen", { operands: "read", options: { "-f": "read" } }],
  ["openssl", { options: { "-in": "read", "-out": "write", "-inkey": "read" } }],
  ["gpg gpg2 age", { operands: "read", options: { "-o": "write", "--output": "write" } }],
];

const rowOf = namedRows(table);

/** True for a program whose operands are in the table. */
export function hasRow(program: string): boolean {
  return rowOf(program) !== undefined || program.startsWith("mkfs.");
}

/** What a program of the table does to its operands. */
export function usesByRow(command: ReadCommand): readonly Use[] {
  const row = rowOf(command.program) ?? rowOf("mkfs");
  if (!row) return [];
  const { flags } = command;
  const recursive = row.recursive === true || (row.recursive ? hasFlag(flags, row.recursive) : false);
  const skip = row.unless && hasFlag(flags, row.unless) ? 0 : (row.skip ?? 0);
  const operands = command.operands.slice(skip);
  const found: Use[] = [];
  let into = false;
  for (const [name, access] of Object.entries(row.options ?? {})) {
    const values = valuesOf(command, name);
    if (values.length > 0) found.push(...uses(values, access));
    if (values.length > 0 && access === "write") into = true;
  }
  const { last } = row;
  const ends = last !== undefined && operands.length >= 2 && !into;
  if (row.inPlace && hasFlag(flags, row.inPlace)) found.push(...uses(operands, "write"));
  const access = row.looks && hasFlag(flags, row.looks) ? "read" : row.operands;
  if (access) found.push(...uses(ends ? operands.slice(0, -1) : operands, access, recursive));
  if (row.also) found.push(...uses(ends ? operands.slice(0, -1) : operands, row.also));
  if (ends) found.push(...uses(operands.slice(-1), last, recursive && command.program !== "mv"));
  return found;
}
