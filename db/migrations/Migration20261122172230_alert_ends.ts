import { Migration } from "@mikro-orm/migrations";

const INDEX = "trade_alerts_end_for_members_index";
const END = "(case when audience = 'members' then ends_at end)";

/**
 * With what its expression is made of the index answers alone: open calls are counted, and ended ones skipped, for far pages of
 * members who are not Private.
 */
export class Migration20261122172230_alert_ends extends Migration {
  override up(): void {
    this.addSql(`drop index ${INDEX}`);
    this.addSql(`create index ${INDEX} on trade_alerts (${END}, id) include (ends_at, audience)`);
  }

  override down(): void {
    this.addSql(`drop index ${INDEX}`);
    this.addSql(`create index ${INDEX} on trade_alerts (${END}, id)`);
  }
}
