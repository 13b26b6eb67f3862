import { Migration } from "@mikro-orm/migrations";

const KEEP = `
create function keep_call_instrument() returns trigger language plpgsql as $$
begin
  new.instrument_id := instrument_for(new.symbol, new.name, new.currency, 'stock');
  return new;
end
$$`;

const CARRY = `
create function carry_merged_calls() returns trigger language plpgsql as $$
begin
  update calls set instrument_id = new.merged_into where instrument_id = new.id;
  return null;
end
$$`;

/** Every call knows the instrument of its symbol, and follows it when that is merged. */
export class Migration20261122171100_call_instruments extends Migration {
  override up(): void {
    this.addSql(`alter table calls add constraint calls_instrument_id_foreign
                   foreign key (instrument_id) references instruments on update cascade on delete no action`);
    for (const made of [KEEP, CARRY]) this.addSql(made);
    this.addSql(`create trigger calls_instrument before insert or update of symbol on calls
                   for each row execute function keep_call_instrument()`);
    this.addSql(`create trigger instruments_merged_calls after update of merged_into on instruments
                   for each row when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
                   execute function carry_merged_calls()`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_merged_calls on instruments");
    this.addSql("drop trigger calls_instrument on calls");
    for (const made of ["carry_merged_calls()", "keep_call_instrument()"])
      this.addSql(`drop function ${made}`);
    this.addSql("alter table calls drop constraint calls_instrument_id_foreign");
  }
}
