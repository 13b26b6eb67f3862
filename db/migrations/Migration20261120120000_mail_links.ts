import { Migration } from "@mikro-orm/migrations";

/** Mails name the link they carry; members who asked to be deleted are found without reading the others. */
export class Migration20261120120000_mail_links extends Migration {
  override up(): void {
    this.addSql(`
      alter table mails add column single_use_token_id uuid
        constraint mails_single_use_token_id_foreign references single_use_tokens
          on update cascade on delete set null
    `);
    this.addSql("create index mails_single_use_token_id_index on mails (single_use_token_id)");
    this.addSql("create index members_deletion_requested_at_index on members (deletion_requested_at)");
  }

  override down(): void {
    this.addSql("drop index members_deletion_requested_at_index");
    this.addSql("alter table mails drop column single_use_token_id");
  }
}
