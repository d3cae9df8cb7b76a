/** One text in quotes in a piece of code: what it says, and where it begins and ends. */
export interface CodeLiteral {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const quoted = /"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|`((?:[^`\\]|\\[\s\S])*)`/g;

/** The texts in quotes of a piece of code, in any of the languages that we know; escapes of characters are resolved. */
export function literalsOf(code: string): readonly CodeLiteral[] {
  return [...code.matchAll(quoted)].map((found) => ({
    value: unescaped(found[1] ?? found[2] ?? found[3] ?? ""),
    start: found.index,
    end: found.index + found[0].length,
  }));
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{3})|([\s\S]))/g,
    (_, hex, wide, octal, one) => {
      if (hex ?? wide) return String.fromCharCode(Number.parseInt(hex ?? wide, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return one === "n" ? "\n" : one === "t" ? "\t" : one;
    },
  );
}

/** Calls that delete a file or a folder. */
const deletes =
  /\b(?:rmtree|removedirs|remove_tree|rm_rf|rm_r|rimraf|remove_dir|rmSync|rmdirSync|unlinkSync|unlink|rmdir|remove_entry(?:_secure)?|os\.remove|fs\.rm|fsp\.rm|promises\.rm|(?:File|Dir|FileUtils)\.(?:delete|rm\w*|unlink|remove\w*)|Deno\.remove(?:Sync)?|removeSync|emptyDirSync|\.delete)\b/;
const deletesDeep =
  /\b(?:rmtree|remove_tree|rm_rf|rm_r|rimraf|removeSync|emptyDirSync|remove_entry\w*|FileUtils\.(?:rm_r\w*|remove_\w*))\b|recursive/;

/** Calls that write, move or change a file. */
const writes =
  /\b(?:write_text|write_bytes|writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|file_put_contents|fwrite|copyfile|copytree|copyFileSync|cpSync|copy2?|rename(?:Sync)?|renames|replace|move|symlink(?:Sync)?|truncate(?:Sync)?|File\.write|IO\.write|mkdir(?:Sync)?|makedirs|touch|Deno\.write\w*|Bun\.write)\b|\bopen\b[^;\n]{0,200}?["'][rb]{0,3}[wax+][bt+]{0,3}["']|>{1,2}\s*\/|["']\s*>{1,2}/;
const permissions = /\b(?:chmod|chown|lchown|chmodSync|chownSync|setfacl)\b/;

/** What a piece of code does to the paths that it names. */
export function codeAccess(code: string): {
  readonly access: "delete" | "write" | "permission" | "read";
  readonly deep: boolean;
} {
  if (deletes.test(code)) return { access: "delete", deep: deletesDeep.test(code) };
  if (permissions.test(code)) return { access: "permission", deep: false };
  return { access: writes.test(code) ? "write" : "read", deep: /copytree|cpSync/.test(code) };
}

/** Code that runs a command, up to the bracket or the text that says which. */
export const runsCommand =
  /\b(?:os\.(?:system|popen\d?|exec\w+|spawn\w+|posix_spawnp?)|subprocess\.\w+|commands\.getoutput|pty\.spawn|execSync|execFileSync|execFile|spawnSync|spawn|fork|system|popen|shell_exec|passthru|proc_open|pcntl_exec|IO\.popen|Open3\.\w+|Kernel\.\w+|Deno\.Command|Deno\.run|Bun\.spawn(?:Sync)?|os\.execute|io\.popen|do shell script|qx)|%x|(?<![\w.])(?:exec)(?=\s*[("'])|\bchild_process["']\s*\)\s*\.\s*exec\b|\.exec(?=\(\s*["'`](?:\w|\/)[\w./-]*\s)/g;

/** Code that hides what it does: it decodes or builds other code, or looks names up by texts. */
export const hidesCode =
  /\b(?:eval|compile|__import__|getattr|importlib|marshal|b64decode|b32decode|b85decode|a2b_\w+|unhexlify|fromhex|rot13|codecs\.decode|decode_base64|base64_decode|gzinflate|atob|new Function|Function\(|vm\.run\w*|fromCharCode|String\.raw|unpack|instance_eval|class_eval|load_string|loadstring|create_function|assert)\b|\bexec\s*\(\s*[^"'\s)]|\bchr\s*\(|process\.binding|["']\s*\+\s*["'][^"']*["']\s*\]/;
