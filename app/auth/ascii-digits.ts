const DIGIT = /\p{Nd}/u;

/** Converts digits of every script to ASCII: Arabic, Persian and Hindi keyboards type their own.
 * Unicode lists each script's ten in order, one run after another (chapter 4.6), so a digit's value is how
 * many come before it.
 */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const own = digit.codePointAt(0) ?? 0;
    let before = own;
    while (DIGIT.test(String.fromCodePoint(before - 1))) before -= 1;
    return String((own - before) % 10);
  });
