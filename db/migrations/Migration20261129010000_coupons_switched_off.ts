import { Migration } from "@mikro-orm/migrations";

/** Few of many coupons are switched off; the list of those read all of them. */
export class Migration20261129010000_coupons_switched_off extends Migration {
  override up(): void {
    this.addSql("create index coupons_switched_off on coupons (created_at, id) where not active");
  }

  override down(): void {
    this.addSql("drop index coupons_switched_off");
  }
}
