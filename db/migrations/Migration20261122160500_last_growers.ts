import { Migration } from "@mikro-orm/migrations";

const INDEXES = {
  // An address may be longer than an index can hold: lists are sorted by its beginning.
  ads_name_start_index: "ads (left(name, 500), id) include (category, status, created_at)",
  banners_url_start_index: "banners (left(url, 500), id) include (created_at)",
  banners_url_start_falling_index: "banners (left(url, 500) desc nulls last, id desc) include (created_at)",
  // A member's newest mails: the index of trigrams took 70 ms for one address among a million.
  mails_to_address_newest_index: "mails (to_address, created_at, id)",
  // Members of a tier whose term is not over, counted newest first without those of the others.
  members_tier_newest_index:
    "members (subscription, created_at, id) include (subscription_expires_at, status)",
};

/** The last orders and counts of the back-office that read a whole table. */
export class Migration20261122160500_last_growers extends Migration {
  override up(): void {
    for (const [name, index] of Object.entries(INDEXES)) this.addSql(`create index ${name} on ${index}`);
    // The new one has all of it.
    this.addSql("drop index members_subscription_created_at_id_index");
  }

  override down(): void {
    this.addSql(
      "create index members_subscription_created_at_id_index on members (subscription, created_at, id)",
    );
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
  }
}
