import type { Instrument } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { text, timestamp, uuid } from "db/sql";
import { command } from "db/statement.server";

/** Of a symbol that it has had before: kept once, as of the last time. */
const FORGET = command("instruments.forget-former-symbol")`
  delete from instruments where symbol = ${text("symbol", "FB")} and merged_into = ${uuid("id")}`;

/** By the name that it had then: records that still say both mean this company. */
const KEEP = command("instruments.keep-former-symbol")`
  insert into instruments (symbol, exchange, name, currency, kind, merged_into, symbol_since)
  select ${text("symbol", "FB")}, exchange, ${text("name", "Facebook")}, currency, kind, id, ${timestamp("since")}
    from instruments where id = ${uuid("id")}`;

/**
 * A renamed instrument goes on being found by its former symbol: records that name it, and links to its page, keep
 * leading there, until another instrument is given that symbol.
 */
export async function keepFormerSymbol(
  manager: EntityManager,
  written: readonly { before?: Readonly<Instrument>; after?: Readonly<Instrument> }[],
): Promise<void> {
  for (const { before, after } of written) {
    if (!before || !after || before.symbol === after.symbol) continue;
    const { symbol, name, symbolSince: since } = before;
    await FORGET.run({ id: after.id, symbol }, manager);
    await KEEP.run({ id: after.id, symbol, name, since }, manager);
  }
}
