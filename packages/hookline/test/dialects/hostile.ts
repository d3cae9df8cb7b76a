/** Values that would do something if they ever became a part of a command: each would leave a file `pwned`, or arrive as another. */
export const hostile: readonly string[] = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "'\"'\"'; touch pwned #",
  "' \"$(touch pwned)\" '",
  "'\"$(touch pwned)\"'",
  "| touch pwned &",
  "&& touch pwned ||",
  "a[$(touch pwned)]",
  'it\'s a "test"',
  "$HOME ${PATH} $HOOKLINE_VALUE_0",
  "line one\nline two\n\n",
  "{{tool_name}} {{result}}",
  "%s%n",
  "-rf * ~",
  "-n",
  "é€😀",
];

/** What the `echo` of some shells would change by itself. */
export const backslashes: readonly string[] = [
  "\\",
  "\\'; touch pwned; \\'",
  "\\\\' ; touch pwned #",
  "a\\nb",
];
