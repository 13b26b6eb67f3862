import { Migration } from "@mikro-orm/migrations";

const kinds = (...names: string[]) => `
alter table call_events drop constraint call_events_kind_check,
  add constraint call_events_kind_check check (kind in (${names.map((name) => `'${name}'`).join(", ")}))`;

/** The result of a settled call can be corrected by one more event, which its readers see. */
export class Migration20261123050020_corrections extends Migration {
  override up(): void {
    this.addSql(kinds("opened", "changed", "closed", "withdrawn", "corrected"));
    this.addSql("alter table calls add column corrected_at timestamptz(3) null");
    this.addSql(
      "alter table calls add constraint calls_corrected check (corrected_at is null or state = 'closed')",
    );
  }

  override down(): void {
    this.addSql("alter table calls drop column corrected_at");
    this.addSql(kinds("opened", "changed", "closed", "withdrawn"));
  }
}
