import { Migration } from "@mikro-orm/migrations";

/**
 * A quote that is linked by its name tells the kind of its instrument, as one with a symbol does, and so does one that is moved to
 * another category: by the kind go the decimals and the words of every page. What is no stock stays what it is.
 */
const LEARN_KIND = `
create function learn_quote_kind() returns trigger language plpgsql as $$
begin
  update instruments set kind = quote_kind(new.category)
   where id = new.instrument_id and kind = 'stock' and quote_kind(new.category) <> 'stock';
  return null;
end
$$`;

const KNOWN_BY_QUOTES = `
update instruments set kind = known.kind
  from (select distinct on (instrument_id) instrument_id, quote_kind(category) as kind from quotes
         where instrument_id is not null order by instrument_id, updated_at desc, id desc) as known
 where known.instrument_id = instruments.id and instruments.kind = 'stock' and known.kind <> 'stock'`;

/** Every quote tells of which kind its instrument is. */
export class Migration20261128120100_kinds_of_quotes extends Migration {
  override up(): void {
    this.addSql(LEARN_KIND);
    this.addSql(`create trigger quotes_kind after insert or update of category, instrument_id, symbol, name on quotes
                   for each row when (new.instrument_id is not null) execute function learn_quote_kind()`);
    this.addSql("alter table instruments disable trigger instruments_updated_at");
    this.addSql(KNOWN_BY_QUOTES);
    this.addSql("alter table instruments enable trigger instruments_updated_at");
  }

  override down(): void {
    this.addSql("drop trigger quotes_kind on quotes");
    this.addSql("drop function learn_quote_kind()");
  }
}
