/** Names of this machine that need no encryption. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i;

/** What is wrong with a URL that records are sent to: it must be https, unless it is this machine, and hold no password. */
export function checkUrl(option: string, text: string): string | null {
  if (!URL.canParse(text))
    return `"${option}" is not a URL: write all of it, such as https://example.com/audit`;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `"${option}" must begin with https://, not with ${url.protocol}`;
  if (url.username !== "" || url.password !== "")
    return `"${option}" holds a user or a password: put it into a variable and send it as a header, "$NAME"`;
  if (url.protocol === "http:" && !loopback.test(url.hostname))
    return `"${option}" would send the records unencrypted: begin it with https:// (http:// is for this machine only)`;
  return null;
}
