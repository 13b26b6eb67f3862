/**
 * Whether it can be a symbol, in whatever case it is typed: the database keeps neither NUL nor half a character, and no address can
 * name a folder above.
 */
export const mayBeSymbol = (typed: string): boolean => /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,40}$/u.test(typed);

const bare = (symbol: string) => symbol.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/** What a symbol may be called without its exchange, its class or the money it is counted in: X:BTCUSD, aapl.us, BTC/USD. */
function shortForms(symbol: string): string[] {
  const [first = "", ...others] = symbol.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  const parts = [bare(symbol), first, ...others.filter((part) => part.length > 1)];
  return [...parts, ...parts.map((part) => part.replace(/(?<=..)(USDT?|EUR|GBP|CHF|JPY)$/, ""))].filter(
    Boolean,
  );
}

/** Whether two symbols may be one instrument's, each as somebody else writes it. Feeds leave out exchanges and signs, or add them. */
export const mayBeOneSymbol = (one: string, other: string): boolean =>
  shortForms(one).includes(bare(other)) || shortForms(other).includes(bare(one));
