import type { Instrument } from "db/entities/instrument";
import type { EntityManager } from "db/orm.server";
import { text, uuid } from "db/sql";
import { command } from "db/statement.server";

const KEEP = command("instruments.keep-former-symbol")`
  insert into instruments (symbol, exchange, name, currency, kind, merged_into)
  select ${text("symbol", "FB")}, exchange, name, currency, kind, id from instruments
   where id = ${uuid("id")}
     and not exists (select 1 from instruments as former
                      where former.symbol = ${text("symbol", "FB")} and former.merged_into = instruments.id)`;

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
    await KEEP.run({ id: after.id, symbol: before.symbol }, manager);
  }
}
