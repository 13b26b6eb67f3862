/** The JSON of event bodies. Prices are strings, so no figure depends on a program's number parsing. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Canonical JSON (RFC 8785): no spaces, names in UTF-16 code unit order. Strings and numbers are written as
 * ECMAScript does, which the RFC requires.
 * @throws TypeError for values without a canonical form: half a surrogate pair, a number that is not finite
 */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") return canonicalObject(value);
  if (typeof value === "string" && /\p{Cs}/u.test(value)) throw new TypeError("Unpaired surrogate");
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is not valid JSON`);
  return JSON.stringify(value);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const canonicalObject = (value: { readonly [name: string]: Json }): string =>
  `{${Object.keys(value)
    .sort()
    .map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] as Json)}`)
    .join(",")}}`;
