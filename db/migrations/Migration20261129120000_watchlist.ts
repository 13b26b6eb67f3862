import { Migration } from "@mikro-orm/migrations";

/** Members watch companies. */
export class Watchlist extends Migration {
  override up(): void {
    this.addSql(`
create table member_marks (
  member_id uuid not null primary key
    constraint member_marks_member_id_foreign references members on update cascade on delete cascade,
  changed_at timestamptz(3)
)`);
    this.addSql(`
create table watched_instruments (
  member_id uuid not null
    constraint watched_instruments_member_id_foreign references members on update cascade on delete cascade,
  instrument_id uuid not null
    constraint watched_instruments_instrument_id_foreign references instruments on update cascade on delete cascade,
  place int not null,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, instrument_id)
)`);
    this.addSql(
      "create index watched_instruments_place_index on watched_instruments (member_id, place desc, instrument_id)",
    );
    this.addSql(
      "create index watched_instruments_instrument_id_index on watched_instruments (instrument_id)",
    );
    this.addSql(`
create function carry_merged_watches() returns trigger language plpgsql as $$
begin
  insert into watched_instruments (member_id, instrument_id, place, created_at)
    select member_id, new.merged_into, place, created_at from watched_instruments where instrument_id = new.id
    on conflict do nothing;
  delete from watched_instruments where instrument_id = new.id;
  return null;
end
$$`);
    this.addSql(`
create trigger instruments_merged_watches after update of merged_into on instruments for each row
  when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
  execute function carry_merged_watches()`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_merged_watches on instruments");
    this.addSql("drop function carry_merged_watches()");
    this.addSql("drop table watched_instruments");
    this.addSql("drop table member_marks");
  }
}
