/** Strings and numbers of a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const COLON = /[ \t\r\n]*:/y;

/** A number's significant digits and exponent. */
function significantDigits(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const short = digits.replace(/0+$/, "");
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

const isHeld = (number: string): boolean =>
  significantDigits(String(Number(number))) === significantDigits(number);

/**
 * Numbers in a JSON text that JavaScript cannot represent exactly, by their key. JSON.parse would change them
 * silently.
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
