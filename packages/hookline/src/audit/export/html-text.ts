/** What a browser would obey, or what turns the direction of the text beside it. */
const special =
  /[&<>"'`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const entities: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** A text of somebody else as HTML: shown, never obeyed. */
export function html(text: string): string {
  const code = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(special, (sign) => entities[sign] ?? code(sign));
}

/** A number as people read it: 4,022. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** A moment as people read it, in universal time. */
export function moment(time: string | number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().replace("T", " ").slice(0, 19);
}
