import { Migration } from "@mikro-orm/migrations";

const END = "least(settled_at, ends_at)";
const FOR_MEMBERS = `(case when audience = 'members' then ${END} end)`;

/** When a call was settled: at the end of the day (UTC) whose price closed it, as the ledger has it, or now while that is not over. */
const SETTLED = (call: string) =>
  `least(now(), (${call}.ended_on + 1)::timestamp at time zone 'UTC' - interval '1 millisecond')::timestamptz(3)`;

/** Whether all who may read an alert may read of its closed call, which keeps whom it was for. */
const IS_TOLD = (alert: string, call: string) =>
  `(${call}.audience = 'members' or ${alert}.audience = 'private')`;

/**
 * A call that is stopped is over before its holding period is. The newest call of an alert counts: one that is called again is open.
 * Where the period was over first nothing is kept, so that old alerts need not be written.
 */
const KEEP_SETTLED = `
  create function keep_settled(alert uuid) returns void language sql as $$
    update trade_alerts as a set settled_at = newest.settled from (
      select case when settled < ends_at or ends_at is null then settled end as settled from (
        select ends_at, (
                 select case when state = 'closed' and ${IS_TOLD("told", "c")} then ${SETTLED("c")} end from calls c
                  where kind = 'alert' and record_id = alert and not mistake order by number desc limit 1) as settled
          from trade_alerts told where id = alert) as each) as newest
     where a.id = alert and a.settled_at is distinct from newest.settled
  $$`;
const KEEP_BY = (trigger: string, alert: string) => `
  create function ${trigger}() returns trigger language plpgsql as $$
  begin
    perform keep_settled(new.${alert});
    return null;
  end $$`;

const SETTLED_BEFORE = `
  update trade_alerts as a set settled_at = ${SETTLED("newest")}
    from (select distinct on (record_id) record_id, state, ended_on, audience from calls
           where kind = 'alert' and not mistake order by record_id, number desc) as newest
   where newest.record_id = a.id and newest.state = 'closed' and ${IS_TOLD("a", "newest")}
     and (a.ends_at is null or a.ends_at > ${SETTLED("newest")})`;

/** What is no edit: another instrument of the same ticker, and now that it was settled. */
const EDITED =
  "(old.instrument_id is not distinct from new.instrument_id or old.ticker is distinct from new.ticker)";
const UPDATED = (condition: string) => `
  create trigger trade_alerts_updated_at before update on trade_alerts for each row
    when (${condition}) execute function set_updated_at()`;

/** Alerts are over when they were settled, not by their holding period alone: kept, so that lists find them by an index. */
export class Migration20261123050120_settled_alerts extends Migration {
  override up(): void {
    this.addSql("alter table trade_alerts add column settled_at timestamptz(3) null");
    this.addSql("drop trigger trade_alerts_updated_at on trade_alerts");
    // Before the rows are written: what is made anew need not be kept up with each of them.
    for (const index of ["ends_at_id", "open", "end_for_members"])
      this.addSql(`drop index trade_alerts_${index}_index`);
    this.addSql(SETTLED_BEFORE);
    this.addSql(UPDATED(`${EDITED} and old.settled_at is not distinct from new.settled_at`));
    this.addSql(KEEP_SETTLED);
    this.addSql(KEEP_BY("keep_alert_settled", "record_id"));
    this.addSql(KEEP_BY("keep_settled_for_readers", "id"));
    this.addSql(`create trigger keep_settled_for_readers after update of audience on trade_alerts for each row
                   when (old.audience is distinct from new.audience) execute function keep_settled_for_readers()`);
    this.addSql(`create trigger keep_alert_settled after insert or update of state, ended_on on calls for each row
                   when (new.kind = 'alert' and (new.state = 'closed' or new.number > 1))
                   execute function keep_alert_settled()`);
    this.addSql(
      `create index trade_alerts_end_index on trade_alerts (${END}, id) include (ends_at, settled_at)`,
    );
    this.addSql(
      "create index trade_alerts_open_index on trade_alerts (created_at, id) include (ends_at, settled_at, audience)",
    );
    this.addSql(
      `create index trade_alerts_end_for_members_index on trade_alerts (${FOR_MEMBERS}, id) include (ends_at, settled_at, audience)`,
    );
  }

  override down(): void {
    this.addSql("drop trigger keep_alert_settled on calls");
    this.addSql("drop trigger keep_settled_for_readers on trade_alerts");
    for (const name of ["keep_alert_settled()", "keep_settled_for_readers()", "keep_settled(uuid)"])
      this.addSql(`drop function ${name}`);
    this.addSql("drop trigger trade_alerts_updated_at on trade_alerts");
    this.addSql(UPDATED(EDITED));
    // The indexes that name the column go with it.
    this.addSql("alter table trade_alerts drop column settled_at");
    this.addSql("create index trade_alerts_ends_at_id_index on trade_alerts (ends_at, id)");
    this.addSql(
      "create index trade_alerts_open_index on trade_alerts (created_at, id) include (ends_at, audience)",
    );
    this.addSql(
      "create index trade_alerts_end_for_members_index on trade_alerts ((case when audience = 'members' then ends_at end), id) include (ends_at, audience)",
    );
  }
}
