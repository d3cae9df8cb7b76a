// How sources become parts of a script that loads what it needs when it needs it.

/** Packages that few events need: each is a file of its own, which is read when it is asked for. */
export const apart = ["re2js", "ignore", "@marcbachmann/cel-js"];

/** The file of such a package. */
export const fileOf = (name) => name.replace(/^.*\//, "");

/** The first decoder of a process takes a while to load, and this one is for what few commands hold. */
function withLaterDecoder(code) {
  const made = 'const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });';
  const use = "utf8.decode(";
  if (!code.includes(made) || !code.includes(use))
    throw new Error("unbash decodes in another way: look again");
  return code
    .replace(made, "let utf8;")
    .replace(use, '(utf8 ??= new TextDecoder("utf-8", { ignoreBOM: true })).decode(');
}

/** Sources ask for packages that are seldom needed when they need them; in a bundle of CommonJS that is a plain `require`. */
export const oneRequire = {
  name: "one-require",
  transform(code, id) {
    if (id.endsWith("/unbash/dist/ansi-c.js")) return withLaterDecoder(code);
    if (id.includes("/node_modules/")) return null;
    const whole = /^import \* as (\w+) from "([^"]+)";$/m.exec(code);
    if (whole && apart.includes(whole[2]))
      return code.replace(whole[0], `const ${whole[1]} = __later(() => require("${whole[2]}"));`);
    if (!code.includes("import.meta.url")) return null;
    const own = code
      .replaceAll("fileURLToPath(import.meta.url)", "__filename")
      .replace(/^const require = createRequire\(import\.meta\.url\);$/m, "");
    return own.replaceAll("createRequire(import.meta.url)", "require");
  },
};
