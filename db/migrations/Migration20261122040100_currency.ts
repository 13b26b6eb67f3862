import { Migration } from "@mikro-orm/migrations";

const PRICED = ["quotes", "stock_picks", "trade_alerts"];

/** The currency or unit of a price, where it is known: ISO 4217, or a unit of its kind such as GBX for pence. */
export class Migration20261122040100_currency extends Migration {
  override up(): void {
    for (const table of PRICED) {
      this.addSql(`alter table ${table} add column currency text,
        add constraint ${table}_currency_code check (currency ~ '^[A-Z]{3}$')`);
    }
  }

  override down(): void {
    for (const table of PRICED) this.addSql(`alter table ${table} drop column currency`);
  }
}
