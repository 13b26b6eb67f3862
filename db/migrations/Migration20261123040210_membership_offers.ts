import { Migration } from "@mikro-orm/migrations";

/** What people edit of an ad; its counts are no news to anybody. */
const EDITED = "created_at, updated_at, version, name, category, status, position, image_id";

const onEdit = (columns: string) => [
  "drop trigger ads_updated_at on ads",
  `create trigger ads_updated_at before update of ${columns} on ads
     for each row execute function set_updated_at()`,
  "drop trigger ads_content_change on ads",
  `create trigger ads_content_change after insert or update of ${columns} or delete or truncate on ads
     for each statement execute function notify_content_change()`,
];

/** Which advertisements and banners sell our memberships: who has one is not shown them. Constant defaults write no row anew. */
export class Migration20261123040210_membership_offers extends Migration {
  override up(): void {
    for (const table of ["ads", "banners"])
      this.addSql(`alter table ${table} add column sells_membership boolean not null default false`);
    this.addSql(`create index ads_category_status_position_sells_membership_id_index
                   on ads (category, status, position, sells_membership, id)`);
    this.addSql("drop index ads_category_status_position_id_index");
    for (const statement of onEdit(`${EDITED}, sells_membership`)) this.addSql(statement);
  }

  override down(): void {
    for (const statement of onEdit(EDITED)) this.addSql(statement);
    this.addSql("create index ads_category_status_position_id_index on ads (category, status, position, id)");
    // The index that names the column goes with it.
    for (const table of ["ads", "banners"]) this.addSql(`alter table ${table} drop column sells_membership`);
  }
}
