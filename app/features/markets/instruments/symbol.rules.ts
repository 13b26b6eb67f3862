/**
 * Whether it can be a symbol; case does not matter. The database stores neither NUL nor half a surrogate
 * pair, and no path may name a parent folder.
 */
export const mayBeSymbol = (typed: string): boolean => /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,40}$/u.test(typed);

const bare = (symbol: string) => symbol.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The forms of a symbol without exchange, class or currency: X:BTCUSD, aapl.us, BTC/USD. */
function shortForms(symbol: string): string[] {
  const [first = "", ...others] = symbol.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  const parts = [bare(symbol), first, ...others.filter((part) => part.length > 1)];
  return [...parts, ...parts.map((part) => part.replace(/(?<=..)(USDT?|EUR|GBP|CHF|JPY)$/, ""))].filter(
    Boolean,
  );
}

/** Whether two symbols may mean one instrument: feeds add or omit exchanges and signs. */
export const mayBeOneSymbol = (one: string, other: string): boolean =>
  shortForms(one).includes(bare(other)) || shortForms(other).includes(bare(one));
