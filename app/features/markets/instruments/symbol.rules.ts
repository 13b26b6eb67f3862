/** Whether it can be a symbol, in whatever case it is typed: the database keeps neither NUL nor half a character. */
export const mayBeSymbol = (typed: string): boolean => /^[^\p{Cc}\p{Cs}]{1,40}$/u.test(typed);
