/** Characters of a new password, in the form that is hashed. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/**
 * The longest text that is checked as a password, in UTF-16 units. 128 characters never exceed it, even when
 * decomposed (four units each at most).
 */
export const LONGEST_SENT = 1000;

/**
 * A password in the form that is hashed and compared: RFC 8265's OpaqueString. All kinds of spaces become a
 * space and letters are composed (NFC), so that an é is the same on every keyboard. Case, width and
 * surrounding spaces are unchanged.
 */
export const passwordText = (typed: string): string => typed.replace(/\p{Zs}/gu, " ").normalize("NFC");

/** The number of characters as people count them: an emoji is one, although JavaScript stores two units. */
export const passwordLength = (text: string): number => [...text].length;

/**
 * Whether a new password has only allowed characters. Control characters cannot be typed, unpaired surrogates
 * are invalid, and unassigned characters may be normalised differently in future. Unlike RFC 8265, invisible
 * characters are allowed, because emoji contain them.
 */
export const hasPasswordCharacters = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Cn}]/u.test(text);

/**
 * All forms in which a typed password may have been hashed, the current form first. Earlier hashes used the
 * text as the browser sent it: composed on most keyboards, decomposed on some.
 */
export function passwordForms(typed: string): [current: string, ...earlier: string[]] {
  const sent = typed.slice(0, LONGEST_SENT + 1);
  const current = passwordText(sent);
  return [current, ...new Set([sent, sent.normalize("NFD")].filter((form) => form !== current))];
}
