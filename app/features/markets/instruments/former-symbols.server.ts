import type { Instrument } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { text, timestamp, uuid } from "db/sql";
import { command } from "db/statement.server";

/** If the instrument had this symbol before, only the last time is stored. */
const DELETE_SYMBOL = command("instruments.forget-former-symbol")`
  delete from instruments where symbol = ${text("symbol", "FB")} and merged_into = ${uuid("id")}`;

/** Stores the symbol with the name of that time: records with both mean this company. */
const SAVE_SYMBOL = command("instruments.keep-former-symbol")`
  insert into instruments (symbol, exchange, name, currency, kind, merged_into, symbol_since)
  select ${text("symbol", "FB")}, exchange, ${text("name", "Facebook")}, currency, kind, id, ${timestamp("since")}
    from instruments where id = ${uuid("id")}`;

/**
 * Stores the former symbol of a renamed instrument. Records that name it and links to its page still lead
 * there, until another instrument gets the symbol.
 */
export async function saveFormerSymbol(
  manager: EntityManager,
  written: readonly { before?: Readonly<Instrument>; after?: Readonly<Instrument> }[],
): Promise<void> {
  for (const { before, after } of written) {
    if (!before || !after || before.symbol === after.symbol) continue;
    const { symbol, name, symbolSince: since } = before;
    await DELETE_SYMBOL.run({ id: after.id, symbol }, manager);
    await SAVE_SYMBOL.run({ id: after.id, symbol, name, since }, manager);
  }
}
