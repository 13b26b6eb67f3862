/** What events are made of. Prices are text, so that no figure depends on how a program reads numbers. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * JSON in its one canonical form (RFC 8785): no space, names in the order of their UTF-16 code units. Strings and numbers are
 * as ECMAScript writes them, which is what the RFC refers to.
 * @throws TypeError for what has no such form: half a surrogate pair, a number that is not finite
 */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") return canonicalObject(value);
  if (typeof value === "string" && /\p{Cs}/u.test(value)) throw new TypeError("Half a surrogate pair");
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON`);
  return JSON.stringify(value);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const canonicalObject = (value: { readonly [name: string]: Json }): string =>
  `{${Object.keys(value)
    .sort()
    .map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] as Json)}`)
    .join(",")}}`;
