import { Migration } from "@mikro-orm/migrations";

const EDITED = ["symbol", "name", "exchange", "currency", "kind", "merged_into", "version"];
const row = (which: "old" | "new") => `(${EDITED.map((column) => `${which}.${column}`).join(", ")})`;

const trigger = (when: string) => `
create trigger instruments_updated_at before update on instruments
  for each row ${when} execute function set_updated_at()`;

/** What public records call an instrument is kept beside it: that they call it otherwise is no edit of the instrument. */
export class Migration20261122172320_name_is_no_edit extends Migration {
  override up(): void {
    this.addSql("drop trigger instruments_updated_at on instruments");
    this.addSql(trigger(`when (${row("old")} is distinct from ${row("new")})`));
  }

  override down(): void {
    this.addSql("drop trigger instruments_updated_at on instruments");
    this.addSql(trigger(""));
  }
}
