import { type Fragment, raw, sql, text } from "db/sql";

/**
 * The row of a symbol as a table of one row or none, to be joined laterally: its id, and what it was merged into. The instrument
 * that has the symbol, else the one that has had it last.
 * @param symbol in capitals
 */
export const namedBy = <Args>(symbol: Fragment<Args>) => sql`(
  select id, merged_into from instruments where symbol = ${symbol}
   order by merged_into is not null, symbol_since desc limit 1)`;

/**
 * The same as it was at a moment: a symbol may have been taken by another company since. Before the first that is known to have had
 * it, that one.
 */
export const namedByAt = <Args, At>(symbol: Fragment<Args>, at: Fragment<At>) => sql`(
  select id, merged_into from instruments where symbol = ${symbol}
   order by symbol_since > ${at}, abs(extract(epoch from symbol_since - ${at})), merged_into is not null limit 1)`;

/**
 * The symbol of a record's instrument, which links to its page are made of; what was typed into the record, where it has none. The
 * ticker of an old record may be another company's by now.
 * @param record the table's name, or what its row goes by. @param typed the column of its ticker
 */
export const companySymbol = (record: string, typed: "ticker" | "symbol") =>
  text.from`coalesce(
    (select named.symbol from instruments as named where named.id = ${raw(record)}.instrument_id), ${raw(record)}.${raw(typed)})`;
