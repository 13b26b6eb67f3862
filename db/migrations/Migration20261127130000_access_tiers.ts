import { Migration } from "@mikro-orm/migrations";

const RUNNING = (included: string) =>
  `create index payments_running_index on payments (expires_at) include (${included})
    where status = 'COMPLETED' and refunded_at is null`;

/**
 * What tier a payment opened, where that is another than the one that was sold: Private had begun while the money for Premium was on its
 * way. Of payments of before it is told where their days begin the moment that Private was paid for until; of others nobody knows.
 */
export class Migration20261127130000_access_tiers extends Migration {
  override up(): void {
    this.addSql(`alter table payments add column access_tier text null
      check (access_tier in ('Basic', 'Premium', 'Private'))`);
    this.addSql(`update payments p set access_tier = 'Private'
      where p.tier = 'Premium' and p.status = 'COMPLETED' and exists (
        select 1 from payments q
         where q.member_id = p.member_id and q.tier = 'Private' and q.status = 'COMPLETED' and q.expires_at = p.access_from)`);
    this.addSql("drop index payments_running_index");
    this.addSql(RUNNING("member_id, tier, access_tier"));
  }

  override down(): void {
    this.addSql("drop index payments_running_index");
    this.addSql(RUNNING("member_id, tier"));
    this.addSql("alter table payments drop column access_tier");
  }
}
