const scheme = /^(?:[a-z][\w+.-]*:)?\/\//i;

/** The host of a URL in lower case, numbers of IPv4 in the usual form; null if it has none. */
export function hostOfUrl(text: string): string | null {
  const url = text.trim();
  if (!scheme.test(url)) return null;
  const [authority = ""] = url.replace(scheme, "").split(/[/?#\\]/);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const name = host.startsWith("[") ? host.slice(1, host.indexOf("]")) : host.replace(/:\d*$/, "");
  return name === "" ? null : hostName(name);
}

/** A host's name in one form: lower case, no dot at its end, `0x7f.1` and `2852039166` as four numbers. */
export function hostName(name: string): string {
  const plain = name.normalize("NFKC").toLowerCase().replace(/\.$/, "");
  return ipv4(plain) ?? plain.replace(/^::ffff:(?=\d+\.)/, "");
}

function ipv4(name: string): string | null {
  const parts = name.split(".");
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]+|\d+)$/.test(part))) return null;
  const numbers = parts.map((part) =>
    part.startsWith("0x") ? Number.parseInt(part, 16) : Number.parseInt(part, /^0\d/.test(part) ? 8 : 10),
  );
  const last = numbers.pop() ?? 0;
  if (numbers.some((one) => one > 255) || !(last < 256 ** (4 - numbers.length))) return null;
  const value = numbers.reduce((sum, one, at) => sum + one * 256 ** (3 - at), last);
  return [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join(".");
}
