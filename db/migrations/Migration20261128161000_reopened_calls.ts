import { Migration } from "@mikro-orm/migrations";

const kinds = (...names: string[]) => `
alter table call_events drop constraint call_events_kind_check,
  add constraint call_events_kind_check check (kind in (${names.map((name) => `'${name}'`).join(", ")}))`;

/** A call that was closed by hand can be reopened by one more event; its alert is open again with it. */
export class Migration20261128161000_reopened_calls extends Migration {
  override up(): void {
    this.addSql(kinds("opened", "changed", "closed", "withdrawn", "corrected", "reopened"));
    this.addSql("alter table calls add column reopened_at timestamptz(3) null");
    this.addSql("create index calls_reopened_index on calls (reopened_at, id) where reopened_at is not null");
    this.addSql(`create trigger keep_alert_reopened after update of state on calls for each row
                   when (new.kind = 'alert' and old.state = 'closed' and new.state = 'open')
                   execute function keep_alert_settled()`);
  }

  override down(): void {
    this.addSql("drop trigger keep_alert_reopened on calls");
    this.addSql("alter table calls drop column reopened_at");
    this.addSql(kinds("opened", "changed", "closed", "withdrawn", "corrected"));
  }
}
