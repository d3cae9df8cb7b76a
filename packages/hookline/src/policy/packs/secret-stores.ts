import { all, any, beginsLike, option, program, word, wordLike } from "./conditions.ts";

/** Programs that keep secrets, and what takes one out. */
export const secretStores: readonly (readonly [programs: string, condition: string])[] = [
  ["security", wordLike(/^(find-(generic|internet)-password|dump-keychain|export)$/)],
  ["secret-tool", word("lookup search")],
  ["pass", word("show")],
  ["op bw", word("read get export")],
  ["vault", word("read get")],
  ["gpg gpg2", 'command.flags.exists(flag, flag.startsWith("--export-secret"))'],
  [
    "aws",
    any(
      word("get-secret-value get-session-token export-credentials get-login-password"),
      wordLike(/^aws_(secret_access_key|session_token)$/),
    ),
  ],
  ["npm pnpm yarn", wordLike(/:_(authToken|password|auth)$/)],
  ["gcloud", any(word("print-access-token print-identity-token"), all(word("secrets"), word("access")))],
  ["gh", all(word("auth"), any(word("token"), option("--show-token -t")))],
  ["az", any(word("get-access-token"), all(word("secret"), word("show")))],
  [
    "kubectl oc",
    any(
      all(word("get"), wordLike(/^secrets?(\/|$)/), beginsLike(/^(-o|--output)/)),
      all(word("config"), option("--raw")),
    ),
  ],
  ["git", all(word("credential"), word("fill"))],
  ["keyctl", word("read print pipe")],
];

/** The one condition for all of them. */
export const takesSecret = any(
  ...secretStores.map(([programs, condition]) => all(program(programs), condition)),
);
