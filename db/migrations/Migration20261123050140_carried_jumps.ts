import { Migration } from "@mikro-orm/migrations";

const SAID = "day, before_close, close, found_at, confirmed_at, confirmed_by";

/** Of a day that both have, the word of the one that stays holds, as its price does. */
const CARRY = `
create function carry_merged_jumps() returns trigger language plpgsql as $$
begin
  insert into price_jumps (instrument_id, ${SAID})
    select new.merged_into, ${SAID} from price_jumps where instrument_id = new.id on conflict do nothing;
  delete from price_jumps where instrument_id = new.id;
  return null;
end
$$`;

const CARRY_THOSE_BEFORE = `
insert into price_jumps (instrument_id, ${SAID})
  select merged_into, ${SAID} from price_jumps join instruments on id = instrument_id
   where merged_into is not null on conflict do nothing`;

/** What staff said of an instrument's prices, and what waits for them to, goes with the prices when it is merged. */
export class Migration20261123050140_carried_jumps extends Migration {
  override up(): void {
    this.addSql(CARRY_THOSE_BEFORE);
    this.addSql(`delete from price_jumps using instruments
                   where id = instrument_id and merged_into is not null`);
    this.addSql(CARRY);
    this.addSql(`create trigger instruments_merged_jumps after update of merged_into on instruments
                   for each row when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
                   execute function carry_merged_jumps()`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_merged_jumps on instruments");
    this.addSql("drop function carry_merged_jumps()");
  }
}
