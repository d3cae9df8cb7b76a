import type { PathAccess } from "../model.ts";

/** A program that takes paths as operands, as a row. */
export interface ProgramRow {
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
export const programTable: readonly (readonly [names: string, row: ProgramRow])[] = [
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
