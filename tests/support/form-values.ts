/** The field values of a page's form by name; the form is the one with a version. */
export function formValuesIn(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('name="version"'));
  const values: Record<string, string> = {};
  for (const [, attributes = "", text] of form.matchAll(FIELDS)) {
    const name = attributeOf(attributes, "name");
    const unchecked = /type="(radio|checkbox)"/.test(attributes) && !/\bchecked\b/.test(attributes);
    if (unchecked || name in values) continue;
    values[name] = unescapeHtml(text === undefined ? attributeOf(attributes, "value") : selectedValue(text));
  }
  return values;
}

const FIELDS =
  /<(?:input|textarea|select)\b([^>]*)>(?:(?<=<(?:textarea|select)\b[^>]*>)(.*?)<\/(?:textarea|select)>)?/gs;

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";

/** The text of a text area, or the value of a menu's selected option. */
const selectedValue = (text: string) =>
  text.includes("<option")
    ? attributeOf(/<option[^>]*\bselected\b[^>]*>/.exec(text)?.[0] ?? "", "value")
    : text;

const unescapeHtml = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
