/** Parts of a currency as feeds write them: upper case with the rest, pence would be pounds. */
const PARTS: Readonly<Record<string, string>> = { GBp: "GBX", GBx: "GBX", ZAc: "ZAC", ILa: "ILA" };

/** Three capital letters: ISO 4217, or a unit of its kind such as GBX for pence. @returns undefined for anything else */
export function readCurrency(typed: string): string | undefined {
  const text = typed.trim();
  const code = PARTS[text] ?? text.toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}
