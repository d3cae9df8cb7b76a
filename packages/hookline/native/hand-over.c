#include "hand-over.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "memory.h"

// Among more variables than these it takes too long to find one.
enum { MOST_FIRST = 256 };

// What a pipe takes of which nothing was read yet.
static char script[65536];
static size_t size;
static bool fits;

static void put_bytes(const char *bytes, size_t count) {
  if (count > sizeof script - size) fits = false;
  if (!fits) return;
  memcpy(script + size, bytes, count);
  size += count;
}

static void put(const char *text) {
  put_bytes(text, strlen(text));
}

// A text as one word of a shell: nothing in it means anything to the shell.
static void put_quoted(const char *text) {
  put("'");
  for (const char *quote; (quote = strchr(text, '\'')) != NULL; text = quote + 1) {
    put_bytes(text, (size_t)(quote - text));
    put("'\\''");
  }
  put(text);
  put("'");
}

// Whether the first bytes of a text are a name that a shell takes for a variable.
static bool is_name(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char one = text[i];
    bool letter = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '_';
    if (!letter && (i == 0 || one < '0' || one > '9')) return false;
  }
  return length > 0;
}

static bool is(const char *text, size_t length, const char *name) {
  return strlen(name) == length && memcmp(text, name, length) == 0;
}

static bool is_among(const char *text, size_t length, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is(text, length, names[i])) return true;
  return false;
}

// The shell gives these a meaning or a value of its own when it starts: it is let to. The last one is ours.
static bool is_special(const char *text, size_t length) {
  static const char *const special[] = {"IFS", "LINENO", "OPTIND", "PPID", GO_ON};
  return is_among(text, length, special, sizeof special / sizeof *special);
}

// The shell makes these up when it starts without them: one that had them cannot be made to have had none.
static bool is_made_up(const char *text, size_t length) {
  static const char *const made_up[] = {"PATH", "PS1", "PS2", "PS4"};
  return is_among(text, length, made_up, sizeof made_up / sizeof *made_up);
}

// Whether `cd` takes a path to the letter: it has no empty part, and none that is a dot or two.
static bool is_plain(const char *path) {
  if (strcmp(path, "/") == 0) return true;
  while (*path == '/') {
    size_t length = strcspn(++path, "/");
    if (length == 0 || is(path, length, ".") || is(path, length, "..")) return false;
    path += length;
  }
  return *path == 0;
}

static const char *after_item(const char *item) {
  return item + strlen(item) + 1;
}

// A shell believes the PWD that it is given if that names its folder, and finds out by itself otherwise. False if it cannot enter the folder.
static bool put_folder(const char *folder, const char *pwd) {
  struct stat there, named;
  if (folder[0] != '/' || stat(folder, &there) < 0 || !S_ISDIR(there.st_mode)) return false;
  bool right = pwd != NULL && pwd[0] == '/' && stat(pwd, &named) == 0 && named.st_dev == there.st_dev &&
               named.st_ino == there.st_ino;
  if (right && !is_plain(pwd)) return false;
  put(right ? "cd -L -- " : "cd -P -- ");
  put_quoted(right ? pwd : folder);
  put(" 2>/dev/null||exit\n");
  return true;
}

// Whether a variable can be given to a shell that runs, and is given to it: where it is, the shell says itself.
static bool can_be_given(const char *item) {
  size_t length = strcspn(item, "=");
  return item[length] == '=' && is_name(item, length) && !is_special(item, length);
}

static bool is_given(const char *item) {
  return strncmp(item, "PWD=", 4) != 0;
}

// The item of a list with the name of this one; mostly it lies where the last one that was found ends.
static const char *find_item(struct text list, const char *item, const char **hint) {
  size_t length = strcspn(item, "=") + 1;
  const char *begin = (const char *)list.bytes, *end = begin + list.length;
  const char *from = *hint;
  if (from < end && strncmp(from, item, length) == 0) {
    *hint = after_item(from);
    return from;
  }
  for (const char *at = begin; at < end; at = after_item(at)) {
    if (strncmp(at, item, length) != 0) continue;
    *hint = after_item(at);
    return at;
  }
  return NULL;
}

// Every variable that is not there already, or another one; false if one cannot be given to a shell that runs.
static bool put_variables(struct text environment, struct text first) {
  const char *before = "export ", *hint = (const char *)first.bytes;
  const char *item = (const char *)environment.bytes, *end = item + environment.length;
  for (; item < end; item = after_item(item)) {
    if (!can_be_given(item)) return false;
    if (!is_given(item)) continue;
    const char *known = find_item(first, item, &hint);
    if (known != NULL && strcmp(known, item) == 0) continue;
    size_t length = strcspn(item, "=");
    put(before);
    put_bytes(item, length + 1);
    put_quoted(item + length + 1);
    before = " ";
  }
  put("\n");
  return true;
}

// Takes away those that are there and should not be; false if one cannot be taken away.
static bool put_absent(struct text environment, struct text first) {
  const char *hint = (const char *)environment.bytes;
  const char *item = (const char *)first.bytes, *end = item + first.length;
  for (; item < end; item = after_item(item)) {
    if (find_item(environment, item, &hint) != NULL) continue;
    size_t length = strcspn(item, "=");
    if (is_made_up(item, length)) return false;
    put("unset ");
    put_bytes(item, length);
    put("\n");
  }
  return true;
}

struct text first_variables(struct text environment) {
  uint8_t *list = some_memory(NULL, environment.length + 1);
  uint32_t length = 0;
  const char *item = (const char *)environment.bytes, *end = item + environment.length;
  for (bool few = count_items(environment) <= MOST_FIRST; few && item < end; item = after_item(item)) {
    // Going to its folder, a shell notes where it was: so that one is said afterwards.
    if (!can_be_given(item) || !is_given(item) || strncmp(item, "OLDPWD=", 7) == 0) continue;
    size_t count = strlen(item) + 1;
    memcpy(list + length, item, count);
    length += (uint32_t)count;
  }
  return (struct text){list, length};
}

static const char *find_pwd(const char *item, const char *end) {
  for (; item < end; item = after_item(item))
    if (strncmp(item, "PWD=", 4) == 0) return item + 4;
  return NULL;
}

size_t hand_over_text(const struct command *command, struct text first, const char **text) {
  char folder[PATH_MAX];
  if (command->folder.length >= sizeof folder) return 0;
  memcpy(folder, command->folder.bytes, command->folder.length);
  folder[command->folder.length] = 0;
  const char *item = (const char *)command->environment.bytes, *end = item + command->environment.length;
  size = 0;
  fits = true;
  if (!put_folder(folder, find_pwd(item, end))) return 0;
  put("unset OLDPWD\n");
  if (!put_absent(command->environment, first) || !put_variables(command->environment, first)) return 0;
  put("echo >&" BEGAN_AT "\nexec " SCRIPT_AT "<&- " BEGAN_AT ">&-\n" GO_ON "='unset " GO_ON "'\n");
  *text = script;
  return fits ? size : 0;
}
