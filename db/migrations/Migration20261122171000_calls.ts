import { Migration } from "@mikro-orm/migrations";

const figure = (column: string) =>
  `constraint calls_${column}_figure check (abs(${column}) < 1000000000000000 and scale(${column}) <= 8)`;
const digits = (column: string, count: number) =>
  `constraint call_events_${column}_digits check (${column} ~ '^[0-9a-f]{${count}}$')`;
const length = (column: string, most: number) =>
  `constraint calls_${column}_length check (char_length(${column}) >= 1 and char_length(${column}) <= ${most})`;

const CALLS = `
create table calls (
  id uuid not null,
  kind text check (kind in ('alert', 'pick', 'brief')) not null,
  record_id uuid not null,
  number int not null,
  instrument_id uuid null,
  symbol text not null,
  name text not null,
  direction text check (direction in ('buy', 'sell')) not null,
  list text null,
  author text null,
  audience text check (audience in ('members', 'private')) not null default 'members',
  recorded_later boolean not null default false,
  made_at timestamptz(3) not null,
  entry_price numeric null,
  entry_at timestamptz(3) null,
  currency text null,
  target numeric null,
  stop numeric null,
  zone_low numeric null,
  zone_high numeric null,
  last_day date null,
  state text check (state in ('open', 'closed', 'withdrawn')) not null default 'open',
  ended_on date null,
  close_price numeric null,
  close_ratio numeric null,
  close_reason text check (close_reason in ('target', 'stop', 'period', 'by hand', 'delisted')) null,
  close_note text null,
  mistake boolean not null default false,
  last_seq int not null,
  constraint calls_pkey primary key (id),
  constraint calls_kind_record_id_number_unique unique (kind, record_id, number),
  ${length("symbol", 20)},
  ${length("name", 300)},
  ${length("close_note", 500)},
  ${["entry_price", "target", "stop", "zone_low", "zone_high", "close_price", "close_ratio"].map(figure).join(",\n  ")},
  constraint calls_ended check ((state = 'open') = (ended_on is null)),
  constraint calls_closed check
    ((state = 'closed') = (close_price is not null and close_ratio is not null and close_reason is not null))
)`;

const EVENTS = `
create table call_events (
  seq int not null,
  call_id uuid not null,
  kind text check (kind in ('opened', 'changed', 'closed', 'withdrawn')) not null,
  body text not null,
  salt text not null,
  at timestamptz(3) not null,
  digest text not null,
  prev_hash text not null,
  hash text not null,
  constraint call_events_pkey primary key (seq),
  ${digits("salt", 32)},
  ${["digest", "prev_hash", "hash"].map((column) => digits(column, 64)).join(",\n  ")}
)`;

const INDEXES = [
  "calls_instrument_id_made_at_id_index on calls (instrument_id, made_at, id)",
  "calls_made_at_id_index on calls (made_at, id)",
  "calls_unsettled_index on calls (id) where state = 'open' and kind <> 'brief'",
  "calls_ended_index on calls (ended_on, id) where state <> 'open'",
  "calls_recorded_later_index on calls (kind, made_at, record_id) where recorded_later",
  "call_events_by_call_index on call_events (call_id, seq)",
];

const REFUSE = `
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger of calls is only added to: % refused', lower(tg_op);
end
$$`;

/** The ledger of calls, to which rows are only added, and what its events come to. */
export class Migration20261122171000_calls extends Migration {
  override up(): void {
    for (const table of [CALLS, EVENTS]) this.addSql(table);
    for (const index of INDEXES) this.addSql(`create index ${index}`);
    this.addSql(REFUSE);
    this.addSql(`create trigger call_events_append_only before update or delete or truncate on call_events
      for each statement execute function refuse_ledger_change()`);
    this.addSql(`create trigger calls_content_change after insert or update or delete or truncate on calls
      for each statement execute function notify_content_change()`);
  }

  override down(): void {
    this.addSql("drop table call_events");
    this.addSql("drop table calls");
    this.addSql("drop function refuse_ledger_change()");
  }
}
