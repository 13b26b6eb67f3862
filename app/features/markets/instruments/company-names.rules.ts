/** Words of a company's name that say what kind of company or paper it is. */
const LEGAL_WORDS = new Set([
  ...["the", "inc", "incorporated", "corp", "corporation", "co", "company", "plc", "ltd", "limited", "llc"],
  ...["lp", "ag", "se", "sa", "sas", "spa", "nv", "bv", "ab", "asa", "oyj", "gmbh", "kgaa", "kk", "pty"],
  ...["holding", "holdings", "group", "adr", "ads", "class", "ordinary", "common", "stock", "stocks"],
  ...["share", "shares"],
]);

/** What two spellings of one company's name have in common: neither accents, case, signs nor words such as "Inc." count. */
function nameKey(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("&", " and ");
  const words = plain.replace(/['’.]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !LEGAL_WORDS.has(word));
  return (telling.length > 0 ? telling : words).join(" ");
}

/** Whether a name is one of a company's names, however it is spelt. */
export const isNameOf = (names: readonly string[], name: string): boolean =>
  names.some((known) => nameKey(known) === nameKey(name));
