import { later } from "../../contract/later.ts";
import type { OptionRow } from "./options.ts";

const shells: OptionRow = { short: "oO", long: "--rcfile --init-file", stops: true };
const compiled: OptionRow = { words: true };
const copies: OptionRow = { short: "tS", long: "--target-directory --suffix" };

/** How the options of common programs are read; of a program that is not here, no option takes a value. */
export const optionTable: () => ReadonlyMap<string, OptionRow> = later(
  () =>
    new Map<string, OptionRow>([
      ...["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "yash"].map(
        (name): [string, OptionRow] => [name, shells],
      ),
      ...["find", "java", "terraform", "tofu", "openssl", "go", "gcloud", "ffmpeg", "xrandr", "convert"].map(
        (name): [string, OptionRow] => [name, compiled],
      ),
      ["rm", {}],
      ["mapfile", { short: "CcdnOsu" }],
      ["readarray", { short: "CcdnOsu" }],
      ["cp", copies],
      ["mv", copies],
      ["ln", copies],
      ["install", { ...copies, short: "gmotSZ", long: "--group --mode --owner --target-directory --suffix" }],
      ["mkdir", { short: "mZ", long: "--mode" }],
      ["mktemp", { short: "p", long: "--tmpdir --suffix" }],
      ["touch", { short: "drt", long: "--date --reference --time" }],
      ["truncate", { short: "sr", long: "--size --reference" }],
      ["shred", { short: "ns", long: "--iterations --size --random-source" }],
      ["chmod", { long: "--reference" }],
      ["chown", { long: "--reference --from" }],
      ["chgrp", { long: "--reference" }],
      ["setfacl", { short: "mMxX", long: "--modify --remove --restore --set --set-file" }],
      ["head", { short: "nc", long: "--lines --bytes" }],
      ["tail", { short: "ncs", long: "--lines --bytes --pid --sleep-interval" }],
      ["cut", { short: "bcdf", long: "--bytes --characters --delimiter --fields --output-delimiter" }],
      [
        "sort",
        { short: "koStT", long: "--key --output --buffer-size --field-separator --temporary-directory" },
      ],
      ["split", { short: "abCln", long: "--suffix-length --bytes --lines --number" }],
      ["base64", { short: "w", long: "--wrap" }],
      [
        "grep",
        { short: "ABCDdefm", long: "--after-context --before-context --context --regexp --file --max-count" },
      ],
      [
        "rg",
        {
          short: "ABCEefgjmMrtT",
          long: "--regexp --file --glob --max-count --type --type-not --replace --encoding",
        },
      ],
      ["sed", { short: "efl", long: "--expression --file --line-length" }],
      ["awk", { short: "fvFeil", long: "--file --assign --field-separator --source", stops: true }],
      ["xxd", { short: "cglos" }],
      ["od", { short: "AjNStw" }],
      [
        "tar",
        {
          short: "bCfFgHIKLNTVX",
          long: "--directory --file --files-from --exclude-from --use-compress-program --to-command --checkpoint-action --transform --strip-components --owner --group --mode",
          bare: true,
        },
      ],
      ["zip", { short: "btPxi" }],
      ["unzip", { short: "dPx" }],
      ["dd", {}],
      ["du", { short: "dBtX", long: "--max-depth --exclude --block-size --threshold" }],
      ["kill", { short: "sn", long: "--signal" }],
      ["pkill", { short: "GgPstuUF", long: "--signal --group --parent --session --terminal --euid --uid" }],
      ["useradd", { short: "bcdefgGkKpsuZ" }],
      ["usermod", { short: "cdefgGlpsuZ" }],
      [
        "curl",
        {
          short: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
          long: "--output --data --data-raw --data-binary --data-urlencode --data-ascii --json --form --form-string --upload-file --request --header --user --user-agent --referer --cookie --cookie-jar --config --proxy --max-time --connect-timeout --retry --retry-delay --cert --key --cacert --resolve --write-out --range --url --output-dir --interface --limit-rate --aws-sigv4 --oauth2-bearer --unix-socket",
        },
      ],
      [
        "wget",
        {
          short: "aABDeiIloOPQRtTUwX",
          long: "--output-document --output-file --directory-prefix --post-data --post-file --body-data --body-file --method --header --user --password --user-agent --timeout --tries --input-file --execute --level --load-cookies",
        },
      ],
      ["scp", { short: "cDFiJloPSX" }],
      ["sftp", { short: "BbcDFiJloPRSsX" }],
      [
        "rsync",
        {
          short: "efBMT",
          long: "--rsh --rsync-path --exclude --exclude-from --include --include-from --filter --files-from --log-file --out-format --port --temp-dir --backup-dir --compare-dest --copy-dest --link-dest --partial-dir --password-file --chmod --chown --bwlimit --max-size --min-size --timeout --suffix",
        },
      ],
      ["nc", { short: "ceiIMmOpPqsTVWwXx" }],
      [
        "ncat",
        { short: "ceghiImopsTwx", long: "--exec --sh-exec --lua-exec --source --source-port --wait --proxy" },
      ],
      ["git", { short: "Cc", long: "--git-dir --work-tree --namespace --config-env --super-prefix" }],
      [
        "npm",
        {
          short: "wC",
          long: "--prefix --registry --workspace --script-shell --tag --otp --cache --userconfig --loglevel",
        },
      ],
      [
        "pip",
        {
          short: "rcteif",
          long: "--requirement --constraint --target --index-url --extra-index-url --find-links --prefix --root",
        },
      ],
      [
        "psql",
        {
          short: "cdfFhLoPpRTUvz",
          long: "--command --dbname --file --host --port --username --output --variable --set",
        },
      ],
      ["mysql", { short: "DehPSu", long: "--execute --host --user --port --database --socket" }],
      [
        "make",
        { short: "CfIjloW", long: "--directory --file --makefile --include-dir --jobs --old-file --what-if" },
      ],
      [
        "systemctl",
        { short: "HMnopsPt", long: "--host --machine --lines --output --property --signal --state --type" },
      ],
      ["crontab", { short: "u" }],
      ["ssh-keygen", { short: "bCDEfFGIKlLmMnNOPQrRsStTUVwWYz" }],
    ]),
);
