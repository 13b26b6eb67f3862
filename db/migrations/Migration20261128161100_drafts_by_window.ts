import { Migration } from "@mikro-orm/migrations";

const KEY = (columns: string) => `
  alter table form_drafts drop constraint form_drafts_pkey, add constraint form_drafts_pkey primary key (${columns})`;

/** Every window has a draft of its own: what is typed in one is no reason to keep nothing of another. */
export class Migration20261128161100_drafts_by_window extends Migration {
  override up(): void {
    this.addSql(KEY("staff_id, form, writer"));
  }

  override down(): void {
    this.addSql(`delete from form_drafts older using form_drafts newer
      where older.staff_id = newer.staff_id and older.form = newer.form
        and (older.saved_at, older.writer) < (newer.saved_at, newer.writer)`);
    this.addSql(KEY("staff_id, form"));
  }
}
