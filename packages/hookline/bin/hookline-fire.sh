#!/bin/bash -p
# hookline-fire in bash alone. What it does and how is told at its end: bash reads a script as it goes, what is told in it as well.
hl_posix=${POSIXLY_CORRECT-no}
# Another shell (`sh hookline-fire.sh`) hands it to bash.
{ [ "$BASH_VERSION" ] && set +euxv +o posix; } 2> /dev/null || exec /bin/bash -p "$0" "$@"
# BASH_SOURCE may be a variable of whoever calls; it is needed where bash has found on PATH what it was given by name.
[[ -f $0 ]] && hl_self=$0 || hl_self=${BASH_SOURCE[0]}
[[ $hl_self == */* ]] || hl_self=./$hl_self
while [[ -L $hl_self ]]; do
  hl_to=$(readlink "$hl_self")
  [[ $hl_to == /* ]] && hl_self=$hl_to || hl_self=${hl_self%/*}/$hl_to
done
hl_bin=${hl_self%/*}
hl_door= hl_taken= hl_payload= hl_missed=port hl_status= hl_unwritten= hl_native= hl_step= hl_terminals=

# Goes to the daemon and shows that it may.
reach() {
  local LC_ALL=C IFS= run=${XDG_STATE_HOME-} port
  [[ $run == /* ]] || run=$HOME/.local/state
  run+=/hookline/run
  # What is relative would be a folder of the project's.
  [[ $run == /* ]] && read -r hl_build < "$hl_bin/../dist/build-id" && [[ -f $run/$hl_build.port ]] || return
  hl_missed=
  [[ -d $run && -O $run && ! -L $run && -O $run/$hl_build.port ]] || return
  IFS=' ' read -r port hl_client hl_daemon < "$run/$hl_build.port"
  # A regular expression takes longer to compile than all the rest.
  [[ $port && $port != *[!0-9]* && ${#hl_client} == 32 && ${#hl_daemon} == 32 && $hl_client$hl_daemon != *[!0-9a-f]* ]] || return
  exec {hl_door}<> "/dev/tcp/127.0.0.1/$port" || { hl_missed=daemon; return; }
  trap '' PIPE XFSZ
  printf 'hookline 1 %s %s call\n' "$hl_build" "$hl_client" >&"$hl_door" && hl_step=reached
}
# Whatever goes wrong on the way is no concern of whoever reads stderr.
[[ -x $hl_bin/hookline.cjs ]] && reach 2> /dev/null

# Looks at what it was given to read and to write: of a stream that does not let it wait, bash would lose what is not there at once.
look() {
  local one flags
  for one in 0 1 2; do
    [[ -t $one ]] && hl_terminals+=$one
    [[ -e /proc/self/fdinfo/$one ]] || continue
    read -r -N 64 -u 9 flags 9< "/proc/self/fdinfo/$one"
    flags=${flags#*flags:}
    (( ${flags%%$'\n'*} & 04000 )) && return
  done
  hl_step=looked
}
[[ $hl_step == reached ]] && look

# Says what is wanted. All that can be done before is done while the daemon comes to the door.
tell() {
  local LC_ALL=C IFS= TMOUT=0 FUNCNEST=0 vars mask line ahead=
  # Of a folder that is gone, bash knows none or an old path.
  [[ $PWD == /* && $PWD -ef . ]] || return
  # As they were given to this process, whatever bash makes of them. Both are there on Linux alone.
  [[ -r /proc/self/environ ]] && mapfile -d '' -t vars < /proc/self/environ || return
  { read -r _ && IFS=$'\t' read -r _ mask; } < /proc/self/status
  [[ $mask && $mask != *[!0-7]* ]] || return
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  # An event and nothing else: its payload is on stdin, and need not be asked for.
  [[ $# -gt 1 || ${1-} == -* || $hl_terminals == 0* ]] || { take && ahead=' +' || return; }
  # A byte at a time where the length is not said.
  read -r -t 15 -N 39 -u "$hl_door" line && [[ $line == "hello $hl_daemon"$'\n' ]] || return
  set -- "$# ${#vars[@]} $mask ${hl_terminals:--}$ahead" "$PWD" "$@" "${vars[@]}"
  [[ $ahead ]] && set -- "$@" "${#hl_payload}" "$hl_payload"
  printf '%s\0' "$@" >&"$hl_door" && hl_step=told
}
# All of stdin, as far as it is not too much.
take() {
  hl_taken=part
  read -r -N 67108864 hl_payload 2> /dev/null || hl_taken=whole
  [[ $hl_taken == whole ]]
}
[[ $hl_step == looked ]] && tell "$@" 2> /dev/null

# Hears the answer, and ends with it.
hear() {
  # Lengths are of bytes.
  local LC_ALL=C IFS= TMOUT=0 FUNCNEST=0 line wait=15 form out err
  while read -r -t "$wait" -N 40 -u "$hl_door" line 2> /dev/null; do
    wait=30
    case $line in
      answer\ *) break ;;
      alive\ *) continue ;;
      stdin\ *) [[ ! $hl_taken ]] && take && printf '%s\0%s' "${#hl_payload}" "$hl_payload" 2> /dev/null >&"$hl_door" || return ;;
      *) return ;;
    esac
  done
  # The word, the status, how many bytes are for stdout and for stderr, and how they are written.
  IFS=$' \n'
  set -- $line
  [[ $# == 5 && ${#2} -le 3 && ${#3} -le 9 && ${#4} -le 9 && $2$3$4 != *[!0-9]* && $2 -le 255 ]] || return
  # What is told is on its way, and with -t bash would ask for each byte of it twice.
  IFS=
  [[ $3 == 0 ]] || { read -r -N "$3" -u "$hl_door" out 2> /dev/null && [[ ${#out} == "$3" ]]; } || return
  [[ $4 == 0 ]] || { read -r -N "$4" -u "$hl_door" err 2> /dev/null && [[ ${#err} == "$4" ]]; } || return
  case $5 in raw) form=%s ;; escaped) form=%b ;; *) return ;; esac
  [[ $3 == 0 ]] || printf "$form" "$out" 2> /dev/null || hl_unwritten=yes
  [[ $4 == 0 ]] || printf "$form" "$err" >&2
  hl_status=$2
  [[ $hl_unwritten ]] || exit "$2"
}
[[ $hl_step == told ]] && hear

# A reader that has gone away changes nothing about what was decided; where nothing fits any more, somebody misses what was said.
unwritten() {
  local LC_ALL=C why
  { { why=$(printf ' ' 2>&1 >&3); } 3>&1; } 2> /dev/null
  if [[ $why && $why != *'Broken pipe' ]]; then
    printf 'hookline-fire: stdout cannot be written: %s\n' "${why##*: }" >&2
    [[ $hl_status == 0 ]] && hl_status=1
  fi
  exit "$hl_status"
}

# The native client does not need a port.
without_port() {
  local os= cpu= one
  case $OSTYPE in linux*) os=linux ;; darwin*) os=darwin ;; esac
  case $HOSTTYPE in x86_64) cpu=x64 ;; aarch64 | arm64) cpu=arm64 ;; esac
  for one in "$hl_bin/../../@hookline/native-$os-$cpu/hookline-fire" "$hl_bin/../dist/native/$os-$cpu/hookline-fire"; do
    [[ -x $one ]] && hl_native=$one && return
  done
  hl_missed=daemon
}

# Becomes the plain command, or the native client.
become() {
  # With it bash understands less: this was read before.
  [[ $hl_posix == no ]] || export POSIXLY_CORRECT=$hl_posix
  if [[ -x $hl_bin/hookline.cjs ]]; then
    [[ $hl_missed == port ]] && without_port
    [[ $hl_native ]] && exec "$hl_native" "$@"
    if [[ $hl_missed == daemon && ${HOOKLINE_DAEMON-} == auto ]]; then
      ("$hl_bin/hookline.cjs" daemon --detach --loopback --quiet < /dev/null > /dev/null 2>&1 &)
    fi
  fi
  [[ $hl_door ]] && exec {hl_door}>&-
  trap - PIPE XFSZ HUP INT TERM
  # What was read of stdin is given back first.
  if [[ $hl_taken ]]; then
    exec "$hl_bin/hookline.cjs" fire "$@" < <(printf %s "$hl_payload"; [[ $hl_taken == whole ]] || cat)
  fi
  exec "$hl_bin/hookline.cjs" fire "$@"
}

[[ $hl_unwritten ]] && unwritten
become "$@"

# It does what `hookline fire` does, by asking the daemon of the same build (`hookline daemon --loopback`). Bash cannot open a socket file, so it
# goes to a port of the loopback. Each side shows a secret that stands in a file which only this user can read, the daemon before it is told
# anything: whoever else takes the port learns and answers nothing. Whatever is missing or odd, the plain command is run with the same words, stdin,
# folder and variables. No program is started on the way: each takes a millisecond. The conversation is told in src/system/daemon/conversation.ts.
# Bash leaves out zero bytes of what it reads from stdin.
#
# With -p bash takes no functions and options from its environment, and runs nothing that BASH_ENV names; `bash hookline-fire.sh` is not told so.
# What is read of this file while the daemon works costs nothing: so there are functions, each called before the next one is read. The names of
# what is set outside of functions begin with hl_: the plain command gets the variables as they were.
