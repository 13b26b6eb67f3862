import { Migration } from "@mikro-orm/migrations";

/** Editions count the visits through their links, the readers who unsubscribed, and the emails that came back. */
export class EditionCounts extends Migration {
  override up(): void {
    this.addSql(`
create table edition_counts (
  edition_id uuid not null primary key
    constraint edition_counts_edition_id_foreign references editions on update cascade on delete cascade,
  clicks int not null default 0,
  unsubscribed int not null default 0,
  bounced int not null default 0,
  constraint edition_counts_range check (least(clicks, unsubscribed, bounced) >= 0)
)`);
  }

  override down(): void {
    this.addSql("drop table edition_counts");
  }
}
