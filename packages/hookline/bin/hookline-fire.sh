#!/bin/bash -p
# hookline-fire in bash alone: does what `hookline fire` does, by asking the daemon of the same build (`hookline daemon --loopback`).
# Bash cannot open a socket file, so it goes to a port of the loopback. Each side shows a secret that stands in a file which only this
# user can read, the daemon before it is told anything: whoever else takes the port learns and answers nothing. Whatever is missing or
# odd, the plain command is run with the same words, stdin, folder and variables. No program is started on the way: each takes a
# millisecond. The conversation is told in src/system/daemon/conversation.ts. Bash leaves out zero bytes of what it reads from stdin.

# With -p bash takes no functions and options from its environment, and runs nothing that BASH_ENV names; `bash hookline-fire.sh` is not told so.
{ set +euxv +o posix; } 2> /dev/null
self=${BASH_SOURCE[0]}
while [[ -L $self ]]; do
  to=$(readlink "$self")
  [[ $to == /* ]] && self=$to || self=${self%/*}/$to
done
[[ $self == */* ]] && bin=${self%/*} || bin=.
state=${XDG_STATE_HOME-}
[[ $state == /* ]] || state=$HOME/.local/state
run=$state/hookline/run

# What was read of stdin is given back first.
plain() {
  [[ $door ]] && exec {door}>&-
  trap - PIPE XFSZ HUP INT TERM
  if [[ $taken ]]; then
    exec "$bin/hookline.cjs" fire "$@" < <(printf %s "$payload"; [[ $taken == whole ]] || cat)
  fi
  exec "$bin/hookline.cjs" fire "$@"
}

# The native client does not need a port.
without_port() {
  local os= cpu= one
  case $OSTYPE in linux*) os=linux ;; darwin*) os=darwin ;; esac
  case $HOSTTYPE in x86_64) cpu=x64 ;; aarch64 | arm64) cpu=arm64 ;; esac
  for one in "$bin/../../@hookline/native-$os-$cpu/hookline-fire" "$bin/../dist/native/$os-$cpu/hookline-fire"; do
    [[ -x $one ]] && exec "$one" "$@"
  done
  without_daemon "$@"
}

without_daemon() {
  if [[ ${HOOKLINE_DAEMON-} == auto ]]; then
    ("$bin/hookline.cjs" daemon --detach --loopback --quiet < /dev/null > /dev/null 2>&1 &)
  fi
  plain "$@"
}

# A reader that has gone away changes nothing about what was decided; where nothing fits any more, somebody misses what was said.
unwritten() {
  local why
  { { why=$(printf ' ' 2>&1 >&3); } 3>&1; } 2> /dev/null
  [[ -z $why || $why == *'Broken pipe' ]] && return
  printf 'hookline-fire: stdout cannot be written: %s\n' "${why##*: }" >&2
  [[ $status == 0 ]] && status=1
}

ask() {
  # Lengths are of bytes.
  local LC_ALL=C IFS= build port client daemon vars mask terminals= line wait=15 form status out err text complaint
  read -r build < "$bin/../dist/build-id" || return
  [[ -d $run && -O $run && ! -L $run && -f $run/$build.port && -O $run/$build.port ]] || return
  IFS=' ' read -r port client daemon < "$run/$build.port"
  # A regular expression takes longer to compile than all the rest.
  [[ $port && $port != *[!0-9]* && ${#client} == 64 && ${#daemon} == 64 && $client$daemon != *[!0-9a-f]* ]] || return
  # Of a folder that is gone, bash knows none or an old path.
  [[ $PWD == /* && $PWD -ef . ]] || return
  # As they were given to this process, whatever bash makes of them. Both are there on Linux alone.
  [[ -r /proc/self/environ ]] && mapfile -d '' -t vars < /proc/self/environ || return
  { read -r _ && IFS=$'\t' read -r _ mask; } < /proc/self/status
  [[ $mask && $mask != *[!0-7]* ]] || return
  [[ -t 0 ]] && terminals+=0
  [[ -t 1 ]] && terminals+=1
  [[ -t 2 ]] && terminals+=2
  { exec {door}<> "/dev/tcp/127.0.0.1/$port"; } 2> /dev/null || without_daemon "$@"
  trap '' PIPE XFSZ
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  printf 'hookline 1 %s %s call\n' "$build" "$client" >&"$door" || return
  # A byte at a time where the length is not said.
  read -r -t "$wait" -N 71 -u "$door" line && [[ $line == "hello $daemon"$'\n' ]] || return
  printf '%s\0' "$# ${#vars[@]} $mask ${terminals:--}" "$PWD" "$@" "${vars[@]}" >&"$door" || return
  while read -r -t "$wait" -N 40 -u "$door" line; do
    wait=30
    case $line in
      alive\ *) ;;
      stdin\ *)
        [[ $taken ]] && return
        taken=part
        read -r -N 67108864 payload 2> /dev/null || taken=whole
        [[ $taken == whole ]] || return
        printf '%s\0%s' "${#payload}" "$payload" >&"$door" || return
        ;;
      answer\ *)
        line=${line#* } status=${line%% *} line=${line#* } out=${line%% *} line=${line#* } err=${line%% *} line=${line#* } form=${line%% *}
        [[ $status && $out && $err && $status$out$err != *[!0-9]* && $form == @(raw|escaped) ]] || return
        [[ ${#status} -le 3 && ${#out} -le 9 && ${#err} -le 9 && $status -le 255 ]] || return
        [[ $out == 0 ]] || { read -r -t "$wait" -N "$out" -u "$door" text && [[ ${#text} == "$out" ]]; } || return
        [[ $err == 0 ]] || { read -r -t "$wait" -N "$err" -u "$door" complaint && [[ ${#complaint} == "$err" ]]; } || return
        [[ $form == raw ]] && form=%s || form=%b
        [[ $out == 0 ]] || printf "$form" "$text" 2> /dev/null || unwritten
        [[ $err == 0 ]] || printf "$form" "$complaint" >&2
        exit "$status"
        ;;
      *) return ;;
    esac
  done
}

door= taken= payload=
if [[ -x $bin/hookline.cjs ]]; then
  IFS= read -r own 2> /dev/null < "$bin/../dist/build-id" && [[ -f $run/$own.port ]] || without_port "$@"
  ask "$@"
fi
plain "$@"
