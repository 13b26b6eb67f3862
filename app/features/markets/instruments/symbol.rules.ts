/**
 * Whether it can be a symbol, in whatever case it is typed: the database keeps neither NUL nor half a character, and no address can
 * name a folder above.
 */
export const mayBeSymbol = (typed: string): boolean => /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,40}$/u.test(typed);
