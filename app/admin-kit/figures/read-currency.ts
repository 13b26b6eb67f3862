/** Hundredths of currencies as feeds write them, Bloomberg's among them: upper case with the rest, pence would be pounds. */
const PARTS: Readonly<Record<string, string>> = {
  ...{ GBp: "GBX", GBx: "GBX" },
  ...{ ZAc: "ZAC", ZAr: "ZAC" },
  ...{ ILa: "ILA", ILs: "ILA" },
};

/** Written so, it is a part of a currency: of one that is not in the list nobody knows how many make a whole. */
const PART = /^[A-Z]{2}[a-z]$/;

/** Three capital letters: ISO 4217, or a unit of its kind such as GBX for pence. @returns undefined for anything else */
export function readCurrency(typed: string): string | undefined {
  const text = typed.trim();
  const code = PARTS[text] ?? (PART.test(text) ? "" : text.toUpperCase());
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}
