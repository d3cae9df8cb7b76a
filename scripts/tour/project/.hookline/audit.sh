# One line for each call of a tool, also a failed or denied one: the time, and the event as the hook got it.
printf '{"at":"%s","event":%s}\n' "$(date -u +%FT%TZ)" "$(cat)" >>.hookline/audit.jsonl
