/** Characters of a password that is being chosen, in the form that is hashed; decisions.md, "Sessions, accounts, mail". */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/**
 * The longest text that is looked at as a password, in UTF-16 units. Nothing longer can be one of 128 characters: none has more than
 * four units when it is taken apart.
 */
export const LONGEST_SENT = 1000;

/**
 * A password in the one form that is hashed and compared: RFC 8265's OpaqueString. Spaces of other kinds are a space and letters are
 * composed (NFC), so an é is one letter on every keyboard; case, width and blanks around it stay as they were typed.
 */
export const passwordText = (typed: string): string => typed.replace(/\p{Zs}/gu, " ").normalize("NFC");

/** How many characters people see it to have: an emoji counts as what it is, not as the two units that JavaScript keeps it in. */
export const passwordLength = (text: string): number => [...text].length;

/**
 * Whether a new password may have these characters. Those of control are typed nowhere, half a pair is no character, and what Unicode has
 * not assigned may be composed in another way some day. RFC 8265 refuses what nobody sees, too, which emoji are joined by.
 */
export const hasPasswordCharacters = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Cn}]/u.test(text);

/**
 * What a password that was typed may have been hashed as, the present form first. Hashes of earlier are of what a browser sent: composed
 * letters from most keyboards, decomposed ones from some.
 */
export function passwordForms(typed: string): [current: string, ...earlier: string[]] {
  const sent = typed.slice(0, LONGEST_SENT + 1);
  const current = passwordText(sent);
  return [current, ...new Set([sent, sent.normalize("NFD")].filter((form) => form !== current))];
}
