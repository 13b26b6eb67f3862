import { Migration } from "@mikro-orm/migrations";

const figure = (column: string) =>
  `constraint price_jumps_${column}_figure check (abs(${column}) < 1000000000000000 and scale(${column}) <= 8)`;

/** Days whose close looks like a split that nobody entered, and whether staff said that it is right. */
export class Migration20261123050000_price_jumps extends Migration {
  override up(): void {
    this.addSql(`create table price_jumps (
      instrument_id uuid not null constraint price_jumps_instrument_id_foreign references instruments
        on update cascade on delete cascade,
      day date not null,
      before_close numeric not null ${figure("before_close")},
      close numeric not null ${figure("close")},
      found_at timestamptz(3) not null default now(),
      confirmed_at timestamptz(3) null,
      confirmed_by text null constraint price_jumps_confirmed_by_length
        check (char_length(confirmed_by) >= 1 and char_length(confirmed_by) <= 100),
      primary key (instrument_id, day),
      constraint price_jumps_confirmed check ((confirmed_at is null) = (confirmed_by is null))
    )`);
  }

  override down(): void {
    this.addSql("drop table price_jumps");
  }
}
