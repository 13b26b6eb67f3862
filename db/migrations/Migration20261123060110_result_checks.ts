import { Migration } from "@mikro-orm/migrations";

/** Up to this day a price may change the result of a closed call; of one whose period was over, up to its last day. */
const UNTIL = "(greatest(ended_on, case when close_reason = 'period' then last_day end))";
const CLOSED = "state = 'closed' and kind <> 'brief'";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const REVISIONS = `
create table price_revisions (
  instrument_id uuid not null constraint price_revisions_instrument_id_foreign references instruments
    on update cascade on delete cascade,
  day date not null,
  call_id uuid not null default '${FIRST_ID}',
  primary key (instrument_id)
)`;

const length = (column: string, most: number) =>
  `constraint result_checks_${column}_length check (char_length(${column}) >= 1 and char_length(${column}) <= ${most})`;

const CHECKS = `
create table result_checks (
  call_id uuid not null,
  says text not null ${length("says", 300)},
  last_seq int not null,
  found_at timestamptz(3) not null default now(),
  checked_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3) null,
  confirmed_by text null ${length("confirmed_by", 100)},
  primary key (call_id),
  constraint result_checks_confirmed check ((confirmed_at is null) = (confirmed_by is null))
)`;

const INDEXES = [
  "result_checks_told_index on result_checks (found_at, call_id) where confirmed_at is null",
  "result_checks_checked_index on result_checks (checked_at, call_id) where confirmed_at is null",
  `calls_judged_index on calls (instrument_id, ${UNTIL}, id) where ${CLOSED}`,
];

/** What was checked up to a later day is checked again from the earlier one on. */
const BEGIN_ANEW = `
on conflict (instrument_id) do update set day = least(known.day, excluded.day), call_id = '${FIRST_ID}'`;

/**
 * Which instruments' closed calls are to be looked at again, and from which day on. A price of today, of which no closed call knows,
 * writes nothing.
 * @param figures what of a row makes a result: volume and source do not
 */
const NOTE_REVISION = (table: string, figures: string) => `
create function note_${table}_revision() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into price_revisions as known (instrument_id, day)
     select instrument_id, min(day) from (%s) as changed
      where exists (select from calls where calls.instrument_id = changed.instrument_id and ${CLOSED.replaceAll("'", "''")}
                       and ${UNTIL.replaceAll("'", "''")} >= changed.day)
      group by instrument_id order by instrument_id ${BEGIN_ANEW.replaceAll("'", "''")}',
    case tg_op
      when 'INSERT' then 'select instrument_id, day from added'
      when 'DELETE' then 'select instrument_id, day from gone'
      else '(select instrument_id, day, ${figures} from added except select instrument_id, day, ${figures} from gone) union all
            (select instrument_id, day, ${figures} from gone except select instrument_id, day, ${figures} from added)'
    end);
  return null;
end
$$`;

const REVISED = { daily_prices: "close, high, low", splits: "ratio" };

const EVENTS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
};

/** Calls go along with a merge, by triggers that come before this one: they are judged by the prices of the one that stays. */
const NOTE_MERGE = `
create function note_merged_revision() returns trigger language plpgsql as $$
begin
  insert into price_revisions as known (instrument_id, day)
    select new.merged_into, '-infinity'
     where exists (select from calls where instrument_id = new.merged_into and ${CLOSED}) ${BEGIN_ANEW};
  delete from price_revisions where instrument_id = new.id;
  return null;
end
$$`;

/** Closed calls whose result later prices would change: what is still to be looked at, and what staff are told. */
export class Migration20261123060110_result_checks extends Migration {
  override up(): void {
    for (const made of [REVISIONS, CHECKS]) this.addSql(made);
    for (const index of INDEXES) this.addSql(`create index ${index}`);
    for (const [table, figures] of Object.entries(REVISED)) {
      this.addSql(NOTE_REVISION(table, figures));
      for (const [event, rows] of Object.entries(EVENTS))
        this.addSql(`create trigger ${table}_revised_${event} after ${event} on ${table} ${rows}
          for each statement execute function note_${table}_revision()`);
    }
    this.addSql(NOTE_MERGE);
    this.addSql(`create trigger instruments_merged_revision after update of merged_into on instruments
                   for each row when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
                   execute function note_merged_revision()`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_merged_revision on instruments");
    for (const table of Object.keys(REVISED)) {
      for (const event of Object.keys(EVENTS))
        this.addSql(`drop trigger ${table}_revised_${event} on ${table}`);
      this.addSql(`drop function note_${table}_revision()`);
    }
    this.addSql("drop function note_merged_revision()");
    this.addSql("drop index calls_judged_index");
    this.addSql("drop table result_checks");
    this.addSql("drop table price_revisions");
  }
}
