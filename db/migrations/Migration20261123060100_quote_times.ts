import { Migration } from "@mikro-orm/migrations";

/** What is said of a price. The form makes nought of a change in per cent that nobody knows, which says nothing new. */
const figures = (row: string) =>
  [
    ...["last", "high", "low", "change", "volume", "currency"].map((column) => `${row}.${column}`),
    `coalesce(${row}.change_percent, 0)`,
  ].join(", ");

/** Figures, and not their texts: 150.00 for 150 is no other price. */
const KEEP_TIME = `
create function keep_quote_time() returns trigger language plpgsql as $$
begin
  new.updated_at := case when (${figures("old")}) is distinct from (${figures("new")}) then now() else old.updated_at end;
  return new;
end
$$`;

/** As the migration "instrument_links" has it. */
const ANY_EDIT = `
create trigger quotes_updated_at before update on quotes for each row
  when (old.instrument_id is not distinct from new.instrument_id
        or old.symbol is distinct from new.symbol or old.name is distinct from new.name)
  execute function set_updated_at()`;

/** The time of a quote is that of its price: another name, category or symbol makes no old price a new one. */
export class Migration20261123060100_quote_times extends Migration {
  override up(): void {
    this.addSql("drop trigger quotes_updated_at on quotes");
    this.addSql(KEEP_TIME);
    this.addSql(`create trigger quotes_updated_at before update on quotes for each row
                   execute function keep_quote_time()`);
  }

  override down(): void {
    this.addSql("drop trigger quotes_updated_at on quotes");
    this.addSql("drop function keep_quote_time()");
    this.addSql(ANY_EDIT);
  }
}
