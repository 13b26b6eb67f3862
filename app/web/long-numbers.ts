/** Texts and numbers of JSON, as they stand in it. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const COLON = /[ \t\r\n]*:/y;

/** A number without what says nothing of it: its digits, and the power of ten of the last one. */
function digitsOf(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const short = digits.replace(/0+$/, "");
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

const isHeld = (number: string): boolean => digitsOf(String(Number(number))) === digitsOf(number);

/**
 * The numbers of a JSON text that a program's number does not hold to the last digit, by the key that they stand behind: reading them,
 * JSON.parse makes others of them, without a word.
 */
export function longNumbers(json: string): Map<string, string> {
  const found = new Map<string, string>();
  let key = "";
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token.startsWith('"')) {
      COLON.lastIndex = index + token.length;
      if (COLON.test(json)) key = JSON.parse(token);
    } else if (!isHeld(token)) found.set(key, token);
  }
  return found;
}
