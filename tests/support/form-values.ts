/** What the fields of a page's form hold, by name; the form is the one that says which version it was made of. */
export function heldIn(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('name="version"'));
  const held: Record<string, string> = {};
  for (const [, attributes = "", text] of form.matchAll(FIELDS)) {
    const name = attributeOf(attributes, "name");
    const choice = /type="(radio|checkbox)"/.test(attributes) && !/\bchecked\b/.test(attributes);
    if (choice || name in held) continue;
    held[name] = unescaped(text === undefined ? attributeOf(attributes, "value") : chosenIn(text));
  }
  return held;
}

const FIELDS =
  /<(?:input|textarea|select)\b([^>]*)>(?:(?<=<(?:textarea|select)\b[^>]*>)(.*?)<\/(?:textarea|select)>)?/gs;

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";

/** The text of a text area, or the value of a menu's chosen option. */
const chosenIn = (text: string) =>
  text.includes("<option")
    ? attributeOf(/<option[^>]*\bselected\b[^>]*>/.exec(text)?.[0] ?? "", "value")
    : text;

const unescaped = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
