import type { Rule } from "../rule.ts";
import { all, any, list, not, operandLike, option, program, word, wordLike, words } from "./conditions.ts";

const here = "!command.remote";

/** Files that run when somebody logs in, opens a shell or an editor, or uses git. */
const startupFiles = words(
  `~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.zlogin ~/.kshrc
  ~/.config/fish/** ~/.ssh/** ~/.config/autostart/** ~/.config/systemd/** ~/Library/LaunchAgents/** ~/.gitconfig
  ~/.config/git/** ~/.vimrc ~/.config/nvim/** ~/.inputrc ~/.pam_environment ~/.xinitrc ~/.xsession ~/.local/bin/** ~/bin/**`,
);

/** Rules about the machine as a whole: disks, power, processes, firewall, schedules, accounts. */
export const machineRules: readonly Rule[] = [
  {
    id: "commands/format-disk",
    each: "command",
    verdict: "deny",
    severity: "critical",
    when: any(
      'command.program.startsWith("mkfs")',
      program("mke2fs mkswap newfs wipefs blkdiscard badblocks pvremove vgremove lvremove"),
      all(
        program("fdisk sfdisk cfdisk gdisk sgdisk parted hdparm cryptsetup zpool mdadm diskutil"),
        not(option("-l --list --dump -I -p --print --detail --examine")),
        wordLike(
          /^\/dev\/|^(luksFormat|erase|luksErase|destroy|labelclear|eraseDisk|eraseVolume|partitionDisk|zeroDisk)$/,
        ),
      ),
    ),
    reason: "This formats or wipes a disk; a person has to do it.",
  },
  {
    id: "commands/power",
    each: "command",
    verdict: "deny",
    severity: "high",
    programs: words("shutdown reboot halt poweroff kexec init telinit systemctl loginctl"),
    when: any(
      all(program("shutdown reboot halt poweroff kexec"), not(option("--help --version -c --show"))),
      all(program("init telinit"), word("0 1 6")),
      all(
        program("systemctl loginctl"),
        wordLike(
          /^(poweroff|reboot|halt|kexec|rescue|emergency|suspend|hibernate|soft-reboot|runlevel[016])($|[.]target$)/,
        ),
      ),
    ),
    reason: "This stops or restarts the machine; ask the person to do it.",
  },
  {
    id: "commands/mass-kill",
    each: "command",
    verdict: "deny",
    severity: "high",
    programs: ["kill", "killall5", "pkill", "skill", "killall"],
    when: all(
      here,
      any(
        program("killall5"),
        // As an only word -1 is everybody; before others it is the name of a signal.
        all(
          program("kill"),
          any(
            word("1"),
            '"-1" in command.args.filter(word, word != command.args[0])',
            'command.args == ["-1"]',
          ),
          not(word("-l -L")),
        ),
        all(
          program("pkill skill killall"),
          any(
            all(option("-u -U --user --uid"), any(program("killall"), "size(command.operands) == 0")),
            operandLike(/^[.*^$?+]*$/),
            option("-v --inverse"),
          ),
        ),
      ),
    ),
    reason: "This ends processes of everybody, or the first of the machine; end one process by its number.",
  },
  {
    id: "commands/kill-by-name",
    each: "command",
    verdict: "ask",
    severity: "medium",
    programs: ["killall"],
    when: all(here, not(option("-l --list -V --version --help"))),
    reason:
      "This ends every process of that name, also those that are not yours; end one process by its number.",
  },
  {
    id: "commands/firewall",
    each: "command",
    verdict: "deny",
    severity: "high",
    programs: words(
      "iptables ip6tables iptables-legacy iptables-nft nft ufw pfctl setenforce systemctl service csrutil spctl",
    ),
    when: any(
      all('command.program.contains("tables")', any(option("-F --flush -X --delete-chain"), word("ACCEPT"))),
      all(program("nft"), wordLike(/^(flush|delete|destroy)\b/)),
      all(program("ufw csrutil"), word("disable reset")),
      all(program("pfctl"), option("-d -F")),
      all(program("setenforce"), wordLike(/^(0|[Pp]ermissive)$/)),
      all(program("spctl"), wordLike(/disable/)),
      all(
        program("systemctl service"),
        word("stop disable mask kill"),
        wordLike(
          /^(firewalld|ufw|nftables|ip6?tables|apparmor|auditd|fail2ban|falco|osqueryd)($|[.]service$)/,
        ),
      ),
    ),
    reason: "This takes down the firewall or another guard of the machine; a person has to do it.",
  },
  {
    id: "commands/schedule",
    each: "command",
    verdict: "deny",
    severity: "high",
    programs: ["crontab"],
    when: option("-r"),
    reason: "This deletes every scheduled job of the user; change the one that is meant.",
  },
  {
    id: "commands/schedule-new",
    each: "command",
    verdict: "ask",
    severity: "medium",
    programs: ["crontab", "at", "batch", "systemd-run", "launchctl"],
    when: any(
      all(program("crontab"), not(option("-l -r"))),
      all(program("at batch"), not(option("-l -c"))),
      all(program("systemd-run"), 'command.flags.exists(flag, flag.startsWith("--on-"))'),
      all(program("launchctl"), word("load bootstrap submit")),
    ),
    reason: "This lets something run later, when nobody looks; let a person set it up.",
  },
  {
    id: "commands/accounts",
    each: "command",
    verdict: "ask",
    severity: "high",
    programs: words(
      "userdel useradd usermod adduser deluser groupdel groupmod passwd chpasswd visudo vipw chsh gpasswd",
    ),
    when: not(option("-S --status --help")),
    reason: "This changes the accounts of the machine; a person should do it.",
  },
  {
    id: "commands/history",
    each: "command",
    verdict: "ask",
    severity: "medium",
    when: all(
      here,
      any(
        all(program("history"), option("-c -d -w")),
        all(program("unset"), word("HISTFILE HISTSIZE")),
        'command.env.exists(name, name in ["HISTFILE", "HISTSIZE", "HISTFILESIZE"])',
        all(program("set"), word("history"), word("+o")),
        all(program("journalctl"), 'command.flags.exists(flag, flag.startsWith("--vacuum"))'),
        'command.paths.exists(path, path.access in ["delete", "write"] && path.glob("~/.*_history"))',
      ),
    ),
    reason: "This wipes the traces of what was done; leave the history alone.",
  },
  {
    id: "commands/startup-files",
    each: "path",
    verdict: "ask",
    severity: "high",
    when: all('path.access in ["write", "delete"]', `path.glob(${list(startupFiles)})`),
    reason: "This changes what runs when the person logs in or opens a shell; show them the lines instead.",
  },
];
