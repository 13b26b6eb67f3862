import { rows } from "db/rows.server";

/** The five of the footer's TOP MARKETS; specification, section 2.1. */
export const TOP_MARKETS = ["Dow Jones", "S&P 500", "Nasdaq", "FTSE 100", "Bitcoin"] as const;

export type StripQuote = {
  name: string;
  last: string;
  low: string | null;
  high: string | null;
  changePercent: string | null;
  /** When the quote was last set. */
  asOf: Date;
};

/** The market strip: the newest quote of each of the five, in their order. Missing ones are left out. */
export async function stripQuotes(): Promise<StripQuote[]> {
  const found = await rows<StripQuote>(
    `select distinct on (name) name, last, low, high, change_percent as "changePercent", updated_at as "asOf"
       from quotes where name = any(?) order by name, updated_at desc`,
    [[...TOP_MARKETS]],
  );
  return TOP_MARKETS.flatMap((name) => found.find((quote) => quote.name === name) ?? []);
}

export type MoverType = "gainers" | "losers" | "mostactive";
export type MoverRow = { name: string; last: string; changePercent: string; moverType: MoverType };

/** The first few of each kind of mover, for the right column. */
export function topMovers(each: number): Promise<MoverRow[]> {
  return rows<MoverRow>(
    `select name, last, change_percent as "changePercent", mover_type as "moverType"
       from (select *, row_number() over (
               partition by mover_type
               order by case mover_type when 'gainers' then -change_percent when 'losers' then change_percent
                                        else -volume end, id
             ) as place
               from movers) as ranked
      where place <= ? order by mover_type, place`,
    [each],
  );
}
