import { definePack } from "../pack.ts";
import { all, any, not, option, program, word, wordLike, words } from "./conditions.ts";

const real = all(not(option("--dry-run --dryrun -h --help --check")));

/** What in a text for a database takes data away. */
const losesData = String.raw`(?i)\b(drop(\s|/[*].*[*]/)+(table|database|schema|user|role|index|view|keyspace)|truncate\s+[a-z_"]|delete\s+from\s+[a-z_."]+\s*(;|$)|alter\s+table\s+\S+\s+drop|flushall|flushdb|dropdatabase)|[.]drop\(`;

const clouds = words(
  "gcloud az doctl hcloud linode-cli oci heroku fly flyctl wrangler firebase supabase scw vercel gsutil s3cmd bq aws gh",
);

/** Cloud verbs: what deletes or changes things that run for others. */
export const cloud = definePack({
  name: "cloud",
  summary: "Stops what destroys infrastructure and data, and asks before what changes it.",
  settings: {
    production: {
      summary: "Names of contexts, namespaces and workspaces that are in production, as regular expressions.",
      patterns: true,
      default: ["(^|[-_/.=])prod(uction)?([-_/.]|$)", "(^|[-_/.=])live([-_/.]|$)"],
    },
  },
  rules: [
    {
      id: "cloud/kubernetes-delete",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: words("kubectl oc helm helmfile eksctl flux argocd"),
      when: all(
        real,
        any(
          all(program("kubectl oc"), word("delete drain cordon evict taint")),
          all(program("kubectl oc"), word("scale"), word("--replicas=0")),
          all(program("helm helmfile eksctl flux argocd"), word("uninstall delete destroy rollback")),
        ),
      ),
      reason: "This deletes or empties something in a cluster; a person should say whether it may go.",
    },
    {
      id: "cloud/kubernetes-production",
      each: "command",
      verdict: "deny",
      severity: "critical",
      programs: words("kubectl oc helm helmfile"),
      when: all(
        real,
        word(
          "delete drain apply replace patch edit scale set rollout create exec run install upgrade uninstall cordon annotate label destroy sync",
        ),
        "command.begins.exists(word, settings.production.exists(name, word.matches(name)))",
      ),
      reason: "This changes production; it goes through a review and a pipeline.",
    },
    {
      id: "cloud/infrastructure-destroy",
      each: "command",
      verdict: "deny",
      severity: "critical",
      programs: words("terraform tofu terragrunt pulumi cdk cdktf sst serverless sls"),
      when: all(
        real,
        any(
          word("destroy"),
          all(word("apply"), option("-destroy --destroy")),
          all(program("serverless sls sst"), word("remove")),
          all(program("pulumi"), word("stack"), word("rm")),
          all(program("terraform tofu"), word("workspace"), word("delete")),
          all(program("terraform tofu"), word("state"), word("rm push")),
        ),
      ),
      reason: "This destroys infrastructure; a person has to do it.",
    },
    {
      id: "cloud/infrastructure-apply",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: words(
        "terraform tofu terragrunt pulumi cdk sst serverless sls ansible-playbook fly flyctl vercel netlify gcloud",
      ),
      when: all(
        real,
        any(
          word("apply up deploy"),
          all(
            program("ansible-playbook"),
            not(option("-C --syntax-check --list-hosts --list-tasks --version")),
          ),
          option("--prod"),
        ),
      ),
      reason: "This changes what runs for others; show the plan first.",
    },
    {
      id: "cloud/provider-delete",
      each: "command",
      verdict: "deny",
      severity: "critical",
      programs: clouds,
      when: all(
        real,
        any(
          all(
            program("aws"),
            wordLike(/^(delete|terminate|purge|deregister|revoke|batch-delete)-|^schedule-key-deletion$/),
          ),
          all(program("aws gsutil s3cmd bq vercel"), word("rm rb del remove")),
          all(
            program("gcloud az doctl hcloud linode-cli oci heroku fly flyctl wrangler firebase supabase scw"),
            wordLike(/(^|:)(delete|destroy|purge|terminate)$/),
          ),
          all(program("gh"), word("delete"), word("repo release secret ssh-key variable")),
          all(program("gh"), word("api"), word("DELETE -XDELETE --method=DELETE")),
        ),
      ),
      reason: "This deletes something in the cloud that others may need; a person has to do it.",
    },
    {
      id: "cloud/containers-prune",
      each: "command",
      verdict: "ask",
      severity: "medium",
      programs: words("docker podman docker-compose nerdctl"),
      when: any(
        all(word("prune"), any(option("-a --all --volumes"), word("volume system"))),
        all(word("volume"), word("rm remove")),
        all(word("down"), option("-v --volumes --rmi")),
        all(word("rm rmi kill"), "command.unknown"),
      ),
      reason: "This deletes images, containers or volumes with what they hold; name the one that is meant.",
    },
    {
      id: "cloud/database",
      each: "command",
      verdict: "deny",
      severity: "critical",
      programs: words(
        `psql mysql mariadb sqlite3 mongosh mongo redis-cli cqlsh sqlcmd clickhouse-client duckdb bq snowsql cockroach mysqladmin dropdb
        dropuser pgcli mycli rails rake prisma`,
      ),
      when: any(
        program("dropdb dropuser"),
        all(program("mysqladmin"), word("drop")),
        all(program("rails rake"), wordLike(/^db:(drop|reset|purge|truncate)/)),
        all(program("prisma"), word("migrate"), word("reset")),
        `command.args.exists(word, word.matches(${JSON.stringify(losesData)}))`,
        `command.inputText.matches(${JSON.stringify(losesData)})`,
      ),
      reason: "This deletes data or tables; a person has to do it, after a backup.",
    },
  ],
});
