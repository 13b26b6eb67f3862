import { Migration } from "@mikro-orm/migrations";

const INDEXES = [
  "instruments_public_symbol_prefix on instruments (lower(symbol) text_pattern_ops) where public_name is not null",
  "instruments_public_symbol_trgm on instruments using gin (symbol gin_trgm_ops) with (gin_pending_list_limit = 256) where public_name is not null",
];

/** Who may find the companies with a public name alone is not led through the symbols of all others. */
export class Migration20261123040110_public_symbols extends Migration {
  override up(): void {
    for (const index of INDEXES) this.addSql(`create index ${index}`);
  }

  override down(): void {
    for (const index of INDEXES) this.addSql(`drop index ${index.split(" ")[0]}`);
  }
}
