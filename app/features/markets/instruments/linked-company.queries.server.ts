import { type Fragment, raw, sql, text } from "db/sql";

/**
 * A symbol's row as a table of at most one row, for a lateral join. It has the id, and the instrument that it
 * was merged into. The current owner of the symbol comes first, else the latest former owner.
 * @param symbol in capitals
 */
export const symbolRow = <Args>(symbol: Fragment<Args>) => sql`(
  select id, merged_into from instruments where symbol = ${symbol}
   order by merged_into is not null, symbol_since desc limit 1)`;

/**
 * The symbol's row at a moment, since another company may have taken the symbol later. Before the first known
 * owner, that owner counts.
 */
export const symbolRowAt = <Args, At>(symbol: Fragment<Args>, at: Fragment<At>) => sql`(
  select id, merged_into from instruments where symbol = ${symbol}
   order by symbol_since > ${at}, abs(extract(epoch from symbol_since - ${at})), merged_into is not null limit 1)`;

/**
 * The symbol of a record's instrument, for links to its page; the typed one if the record has no instrument.
 * An old record's ticker may belong to another company by now.
 * @param record the table's name or alias
 * @param typed the column of its ticker
 */
export const companySymbol = (record: string, typed: "ticker" | "symbol") =>
  text.from`coalesce(
    (select named.symbol from instruments as named where named.id = ${raw(record)}.instrument_id), ${raw(record)}.${raw(typed)})`;
