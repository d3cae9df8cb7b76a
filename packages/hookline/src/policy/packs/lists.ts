import { words } from "./conditions.ts";

/** Programs that read commands or code from what they are fed. */
export const interpreters = words(
  "sh bash zsh dash ksh ash fish csh tcsh busybox python python2 python3 perl ruby node nodejs deno bun php lua tclsh pwsh osascript",
);

/** Programs that fetch something from the network. */
export const fetchers = words(
  "curl wget http https xh aria2c lynx w3m fetch nc ncat netcat socat ssh scp ftp tftp lftp dig",
);

/** Programs that turn a text that nobody can read into another. */
export const decoders = words(
  "base64 base32 basenc xxd openssl gpg uudecode gunzip zcat bunzip2 bzcat xz unxz xzcat zstd zstdcat tr rev od hexdump iconv unzip tar sed awk perl",
);

/** Programs that only list names, or use a key without showing it. */
export const lookers = words(
  `ls dir tree du stat test [ [[ find gfind file readlink realpath namei lsattr getfacl exa eza lsd basename dirname
  ssh-add ssh-keygen md5sum sha1sum sha256sum sha512sum cksum wc df fd fdfind`,
);
