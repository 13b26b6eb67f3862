const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

// Characters that XML 1.0 has no way to write, not even escaped (section 2.2).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go
const INVALID_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes text for an element or an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(INVALID_XML, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
