import { Migration } from "@mikro-orm/migrations";

/** The mails of an account that is deleted, and the counted attempts that are over, are found without reading the others. */
export class Migration20261122140000_sweeps extends Migration {
  override up(): void {
    this.addSql("create index mails_to_address_prefix on mails (lower(to_address) text_pattern_ops)");
    this.addSql("create index rate_limits_expire_index on rate_limits (expire)");
  }

  override down(): void {
    this.addSql("drop index rate_limits_expire_index");
    this.addSql("drop index mails_to_address_prefix");
  }
}
