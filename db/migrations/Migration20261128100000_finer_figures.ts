import { Migration } from "@mikro-orm/migrations";

/**
 * A coin of which a dollar buys a million has a price of which eight decimals keep three digits: 24 are kept of every figure.
 * @param rows " not valid" where those that are there may stay as they are
 */
const checksOf = (before: string, after: string, rows = "") => `
do $$
declare changed record;
begin
  -- All of a table at once, so that its rows are looked through once.
  for changed in
    select conrelid::regclass as name,
           string_agg(format('drop constraint %I, add constraint %I %s${rows}', conname, conname,
                             replace(replace(pg_get_constraintdef(oid), ' NOT VALID', ''), '${before}', '${after}')),
                      ', ' order by conname) as changes
      from pg_constraint
     where contype = 'c' and connamespace = current_schema()::regnamespace and conname like '%\\_figure'
       and pg_get_constraintdef(oid) like '%scale(%) ${before}%'
     group by conrelid
     order by 1
  loop
    execute format('alter table %s %s', changed.name, changed.changes);
  end loop;
end $$`;

/**
 * A price in shares of another day: what no split changed stays as it is. Of what was divided at least eight decimals are kept, and
 * below a cent twelve digits that count.
 */
const PRICE_AFTER = `
create function price_after(price numeric, factor numeric) returns numeric language sql immutable strict parallel safe
return trim_scale(case when factor = 1 then price
                       else round(price / factor, case when abs(price / factor) between 1e-24 and 0.01
                                                       then 11 - floor(log(abs(price / factor)::float8))::int else 8 end) end)`;

export class Migration20261128100000_finer_figures extends Migration {
  override up(): void {
    this.addSql(checksOf("<= 8", "<= 24"));
    this.addSql(PRICE_AFTER);
  }

  override down(): void {
    this.addSql("drop function price_after(numeric, numeric)");
    // Finer figures stay: rounded to eight decimals they would be other prices, or none.
    this.addSql(checksOf("<= 24", "<= 8", " not valid"));
  }
}
