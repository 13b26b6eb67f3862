/**
 * Hundredths of currencies as Bloomberg and other feeds write them: in upper case, pence would become pounds.
 */
const PARTS: Readonly<Record<string, string>> = {
  GBp: "GBX",
  GBx: "GBX",
  ZAc: "ZAC",
  ZAr: "ZAC",
  ILa: "ILA",
  ILs: "ILA",
};

/** The notation of a currency's part. If the list lacks it, the ratio to the currency is unknown. */
const PART = /^[A-Z]{2}[a-z]$/;

/**
 * Three capital letters: ISO 4217, or a unit of its kind such as GBX for pence.
 * @returns undefined for anything else
 */
export function readCurrency(typed: string): string | undefined {
  const text = typed.trim();
  const code = PARTS[text] ?? (PART.test(text) ? "" : text.toUpperCase());
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}
