/** Strings and numbers of a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const COLON = /[ \t\r\n]*:/y;

/** A number's significant digits and exponent. */
function significantDigits(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  // An expression such as /0+$/ takes quadratic time.
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  const short = digits.slice(0, end);
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

const isHeld = (number: string): boolean =>
  significantDigits(String(Number(number))) === significantDigits(number);

/** Each number in a JSON text that JavaScript cannot represent exactly, with its key. */
function* lostNumbers(json: string): Generator<[key: string, number: string]> {
  let key = "";
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token.startsWith('"')) {
      COLON.lastIndex = index + token.length;
      if (COLON.test(json)) key = JSON.parse(token);
    } else if (!isHeld(token)) yield [key, token];
  }
}

/**
 * Numbers in a JSON text that JavaScript cannot represent exactly, by their key. JSON.parse would change them
 * silently.
 */
export const longNumbers = (json: string): Map<string, string> => new Map(lostNumbers(json));

/** The same for a list of objects. @returns an object's numbers */
export function longNumbersOfEach(
  json: string,
): (values: Readonly<Record<string, unknown>>) => Map<string, string> {
  const lost = new Map(
    [...lostNumbers(json)].map(([key, sent]) => [JSON.stringify([key, Number(sent)]), sent]),
  );
  if (lost.size === 0) return () => new Map();
  return (values) =>
    new Map(
      Object.entries(values).flatMap(([key, value]) => {
        const sent = typeof value === "number" ? lost.get(JSON.stringify([key, value])) : undefined;
        return sent === undefined ? [] : [[key, sent]];
      }),
    );
}
