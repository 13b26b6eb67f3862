import { Migration } from "@mikro-orm/migrations";

const INDEX = "quotes_lower_symbol_index";

/** Quotes are found by their symbols, whatever the case. */
export class QuoteSymbols extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // An attempt that was interrupted leaves an index that is not valid.
    this.addSql(`drop index concurrently if exists ${INDEX}`);
    this.addSql(`create index concurrently ${INDEX} on quotes (lower(symbol), created_at, id)`);
  }

  override down(): void {
    this.addSql(`drop index ${INDEX}`);
  }
}
