import { Migration } from "@mikro-orm/migrations";

/** The day that the event which ended a call says; only a correction makes the call's own another. */
const SAID_ON = "case when corrected_at is null then ended_on else (e.body::jsonb ->> 'on')::date end";
const NOTE = "case when corrected_at is null then close_note else e.body::jsonb ->> 'note' end";

/** As `foldEvent` says it. A call that no event tells of waits from the day it ended; the verification names it. */
const WAITS_FROM = `
update calls set waits_from = coalesce(
  (select case when e.kind = 'withdrawn' or recorded_later and ${NOTE} is null then ${SAID_ON}
            else greatest(${SAID_ON}, (e.at at time zone 'UTC')::date) end
     from call_events e where e.call_id = calls.id and e.kind in ('closed', 'withdrawn') order by e.seq limit 1),
  ended_on)
 where state <> 'open'`;

/** What of a call its days' figures are made of: a change of anything else marks nothing. */
const MADE_OF = (waits: string) => `id, part, result, kind, list, audience, made_at, ended_on${waits}`;

const markCalls = (waits: string, days: string) => `
create or replace function mark_track_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from track_record_days;
    delete from track_record_figures;
    delete from track_record_marks;
    return null;
  end if;
  execute format(
    'insert into track_record_marks (from_day, until_day)
     select distinct day, day from (%s) as changed cross join lateral (values ${days}) as days (day) where part is not null',
    case tg_op
      when 'INSERT' then 'select part, ended_on${waits} from added'
      when 'DELETE' then 'select part, ended_on${waits} from gone'
      else '(select ${MADE_OF(waits)} from added except select ${MADE_OF(waits)} from gone) union all
            (select ${MADE_OF(waits)} from gone except select ${MADE_OF(waits)} from added)'
    end);
  return null;
end
$$`;

/**
 * The days until a call is public are counted from the day on which it was known how it ended, whatever day is said or corrected
 * afterwards. What is not public yet is counted by these days, so the record is computed anew, in parts, by who reads it next.
 */
export class Migration20261123060000_waiting_days extends Migration {
  override up(): void {
    this.addSql("alter table calls add column waits_from date null");
    this.addSql("alter table calls disable trigger user");
    this.addSql(WAITS_FROM);
    this.addSql("alter table calls enable trigger user");
    this.addSql(
      "alter table calls add constraint calls_waits check ((state = 'open') = (waits_from is null))",
    );
    this.addSql(
      "create index calls_record_waits_index on calls (waits_from, part, audience) where part is not null",
    );
    this.addSql(
      "create index calls_ended_after_waiting_index on calls (ended_on, waits_from) where ended_on > waits_from",
    );
    this.addSql(markCalls(", waits_from", "(ended_on), (waits_from)"));
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }

  override down(): void {
    this.addSql(markCalls("", "(ended_on)"));
    // The indexes and the check that name the column go with it.
    this.addSql("alter table calls drop column waits_from");
    this.addSql("insert into track_record_marks (from_day) values ('-infinity')");
  }
}
