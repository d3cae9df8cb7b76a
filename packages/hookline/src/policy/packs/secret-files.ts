import { words } from "./conditions.ts";

/** Files and folders that hold nothing but credentials, and what people did. */
export const credentialFiles: readonly string[] = [
  ...words(
    `~/.ssh ~/.ssh/id_* ~/.ssh/*.pem ~/.ssh/*.key ~/.ssh/*_key ~/.ssh/identity /root/.ssh/** /home/*/.ssh/id_* /Users/*/.ssh/id_*
    id_rsa id_ed25519 id_ecdsa id_dsa ~/.aws ~/.aws/credentials ~/.aws/sso/** ~/.aws/cli/cache/** ~/.azure ~/.azure/** ~/.config/gcloud
    ~/.config/gcloud/** ~/.kube ~/.kube/config ~/.docker ~/.docker/config.json ~/.gnupg ~/.gnupg/** ~/.netrc ~/_netrc ~/.npmrc
    ~/.yarnrc.yml ~/.pypirc ~/.gem/credentials ~/.cargo/credentials* ~/.git-credentials ~/.config/git/credentials
    ~/.config/gh/hosts.yml ~/.config/hub ~/.config/op/** ~/.terraform.d/credentials.tfrc.json ~/.terraformrc ~/.pgpass ~/.my.cnf
    ~/.vault-token ~/.password-store/** ~/.local/share/keyrings/** ~/Library/Keychains/** ~/.claude/.credentials.json
    ~/.codex/auth.json ~/.config/github-copilot/** ~/.s3cfg ~/.boto ~/.config/rclone/rclone.conf ~/.*_history
    ~/.mozilla/firefox/** ~/.config/google-chrome/** ~/.config/chromium/** ~/Library/Cookies/** /etc/shadow /etc/shadow-
    /etc/gshadow /etc/sudoers /etc/ssh/ssh_host_*_key /proc/*/environ /proc/*/mem /run/secrets/** /var/run/secrets/**
    /etc/kubernetes/** .htpasswd service-account*.json`,
  ),
  "~/Library/Application Support/Google/Chrome/**",
];

/** Files beside them that everybody may read. */
export const openFiles = words("*.pub ~/.ssh/config ~/.ssh/known_hosts* ~/.ssh/authorized_keys");
