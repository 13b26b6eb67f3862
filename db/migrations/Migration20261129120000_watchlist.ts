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
  }

  override down(): void {
    this.addSql("drop table watched_instruments");
    this.addSql("drop table member_marks");
  }
}
