/** Words in a company's name that only state its legal form or the kind of paper. */
const LEGAL_WORDS = new Set([
  ...["the", "inc", "incorporated", "corp", "corporation", "co", "company", "plc", "ltd", "limited", "llc"],
  ...["lp", "ag", "se", "sa", "sas", "spa", "nv", "bv", "ab", "asa", "oyj", "gmbh", "kgaa", "kk", "pty"],
  ...["holding", "holdings", "group", "adr", "ads", "class", "ordinary", "common", "stock", "stocks"],
  ...["share", "shares"],
]);

/**
 * The form that all spellings of a company's name share: without accents, case, signs and words such as
 * "Inc.".
 */
function nameKey(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("&", " and ");
  const words = plain.replace(/['’.]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !LEGAL_WORDS.has(word));
  return (telling.length > 0 ? telling : words).join(" ");
}

/** Whether a name is one of a company's names in any spelling. */
export const isNameOf = (names: readonly string[], name: string): boolean =>
  names.some((known) => nameKey(known) === nameKey(name));
