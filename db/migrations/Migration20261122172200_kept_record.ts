import { Migration } from "@mikro-orm/migrations";

/** A call that was closed, with a price to be measured by: of nothing there is no per cent. */
const IN_RECORD = "state = 'closed' and kind <> 'brief' and entry_price > 0";
const partOf = (row: string) =>
  `case when ${IN_RECORD.replace(/\b(state|kind|entry_price)\b/g, `${row}$1`)} then
     case ${row}kind when 'pick' then 'pick' else ${row}direction end end`;
const resultOf = (row: string) =>
  `case when ${IN_RECORD.replace(/\b(state|kind|entry_price)\b/g, `${row}$1`)} then
     100 * (case ${row}direction when 'buy' then 1 else -1 end)
         * (${row}close_price::float8 * ${row}close_ratio::float8 / ${row}entry_price::float8 - 1) end`;

const KEEP_RESULT = `
create function keep_call_result() returns trigger language plpgsql as $$
begin
  new.part := ${partOf("new.")};
  new.result := ${resultOf("new.")};
  return new;
end
$$`;

const INDEXES = [
  "calls_record_index on calls (ended_on, id) include (result) where part is not null",
  "calls_record_part_index on calls (part, ended_on, id) where part is not null",
  "calls_record_result_index on calls (part, result, id) where part is not null",
  "calls_record_list_index on calls (list, ended_on, id) where part is not null and list is not null",
  "calls_record_list_result_index on calls (list, result, id) where part is not null and list is not null",
];

const SUMS = `
  settled int not null,
  gained int not null,
  total double precision not null,
  best double precision not null,
  worst double precision not null,
  drawdown double precision not null,
  held double precision not null,
  compared int not null,
  above double precision not null`;
const SCOPE = `
  scope text check (scope in ('all', 'part', 'kind', 'list', 'year', 'readers')) not null,
  name text not null`;

const TABLES = [
  `create table track_record_days (${SCOPE}, day date not null, ${SUMS}, peak double precision not null,
     trough double precision not null, constraint track_record_days_pkey primary key (scope, name, day))`,
  "create index track_record_days_day_index on track_record_days (day)",
  `create table track_record_figures (${SCOPE}, ${SUMS}, median double precision null,
     outdated boolean not null default false, constraint track_record_figures_pkey primary key (scope, name))`,
  "create table track_record_marks (id bigserial primary key, from_day date not null, until_day date null)",
  `create table track_record_basis (single boolean not null default true, index_id uuid null, zone text not null,
     constraint track_record_basis_pkey primary key (single), constraint track_record_basis_single check (single = true))`,
];

/** What of a call its days' figures are made of: a change of anything else marks nothing. */
const MADE_OF = "id, part, result, kind, list, audience, made_at, ended_on";

/**
 * Which days are not what was kept of them any more. Marks are only added, by whoever changes something: a shared row would be
 * waited for.
 */
const MARK_CALLS = `
create function mark_track_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from track_record_days;
    delete from track_record_figures;
    delete from track_record_marks;
    return null;
  end if;
  execute format(
    'insert into track_record_marks (from_day, until_day)
     select distinct ended_on, ended_on from (%s) as changed where part is not null',
    case tg_op
      when 'INSERT' then 'select part, ended_on from added'
      when 'DELETE' then 'select part, ended_on from gone'
      else '(select ${MADE_OF} from added except select ${MADE_OF} from gone) union all
            (select ${MADE_OF} from gone except select ${MADE_OF} from added)'
    end);
  return null;
end
$$`;

/** A close of the index is that of a week's days, which calls begin or end on: all that ended since may be compared otherwise. */
const MARK_PRICES = `
create function mark_track_record_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into track_record_marks (from_day) values ('-infinity');
    return null;
  end if;
  execute format(
    'insert into track_record_marks (from_day)
     select min(day) from (%s) as changed
      where instrument_id = (select index_id from track_record_basis) having count(*) > 0',
    case tg_op
      when 'INSERT' then 'select instrument_id, day from added'
      when 'DELETE' then 'select instrument_id, day from gone'
      else '(select instrument_id, day, close from added except select instrument_id, day, close from gone) union all
            (select instrument_id, day, close from gone except select instrument_id, day, close from added)'
    end);
  return null;
end
$$`;

const EVENTS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
  truncate: "",
};

/**
 * The figures of the record, kept by day and by what they are figures of. The calls that are there are written anew with their
 * results in one go; their days are marked, and added up after the start.
 */
export class Migration20261122172200_kept_record extends Migration {
  override up(): void {
    this.addSql(`alter table calls add column part text check (part in ('buy', 'sell', 'pick')) null,
      add column result double precision null`);
    this.addSql(`alter table calls alter column part type text using (${partOf("")}),
      alter column result type double precision using (${resultOf("")})`);
    this.addSql(KEEP_RESULT);
    this.addSql(`create trigger calls_result before insert
      or update of state, kind, direction, entry_price, close_price, close_ratio, part, result on calls
      for each row execute function keep_call_result()`);
    for (const index of INDEXES) this.addSql(`create index ${index}`);
    for (const table of TABLES) this.addSql(table);
    for (const made of [MARK_CALLS, MARK_PRICES]) this.addSql(made);
    for (const [event, rows] of Object.entries(EVENTS)) {
      this.addSql(`create trigger calls_mark_${event} after ${event} on calls ${rows}
        for each statement execute function mark_track_record()`);
      this.addSql(`create trigger daily_prices_mark_${event} after ${event} on daily_prices ${rows}
        for each statement execute function mark_track_record_index()`);
    }
    this.addSql(`create trigger track_record_figures_content_change after insert or update or delete or truncate
      on track_record_figures for each statement execute function notify_content_change()`);
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }

  override down(): void {
    for (const event of Object.keys(EVENTS)) {
      this.addSql(`drop trigger calls_mark_${event} on calls`);
      this.addSql(`drop trigger daily_prices_mark_${event} on daily_prices`);
    }
    for (const table of ["basis", "marks", "figures", "days"])
      this.addSql(`drop table track_record_${table}`);
    this.addSql("drop trigger calls_result on calls");
    for (const made of ["mark_track_record_index", "mark_track_record", "keep_call_result"])
      this.addSql(`drop function ${made}()`);
    this.addSql("alter table calls drop column part, drop column result");
  }
}
