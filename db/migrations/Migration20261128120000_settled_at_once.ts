import { Migration } from "@mikro-orm/migrations";

const SETTLED = `
  select case when state = 'closed' and (c.audience = 'members' or told.audience = 'private')
              then least(now(), (c.ended_on + 1)::timestamp at time zone 'UTC' - interval '1 millisecond')::timestamptz(3) end
    from calls c where kind = 'alert' and record_id = told.id and not mistake order by number desc limit 1`;

/** @param latest what is settled later than this was over by its period, and need not be written */
const KEEP = (latest: string) => `
  create or replace function keep_settled(alert uuid) returns void language sql as $$
    update trade_alerts as a set settled_at = newest.settled from (
      select case when settled < ${latest} or ends_at is null then settled end as settled from (
        select ends_at, (${SETTLED}) as settled from trade_alerts told where id = alert) as each) as newest
     where a.id = alert and a.settled_at is distinct from newest.settled
  $$`;

/** Of older ones their period tells that they are over. */
const KEEP_TODAYS =
  "select keep_settled(id) from trade_alerts where settled_at is null and ends_at > now() - interval '2 days'";

/** An alert is open through its last day unless it is settled, which may be after the hour at which its period ends. */
export class Migration20261128120000_settled_at_once extends Migration {
  override up(): void {
    this.addSql(KEEP("ends_at + interval '1 day'"));
    this.addSql(KEEP_TODAYS);
  }

  override down(): void {
    this.addSql(KEEP("ends_at"));
  }
}
