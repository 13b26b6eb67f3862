import { Migration } from "@mikro-orm/migrations";

const TABLE = "mails";
const CHECK = `${TABLE}_state_check`;
const FORMER = ["queued", "sent", "failed"];

/** Emails to a suppressed address are no failures. */
export class HoldEmails extends Migration {
  override up(): void {
    this.allow([...FORMER, "held"]);
  }

  override down(): void {
    this.addSql(`update ${TABLE} set state = 'failed' where state = 'held'`);
    this.allow(FORMER);
  }

  private allow(states: readonly string[]): void {
    const listed = states.map((state) => `'${state}'`).join(", ");
    this.addSql(`alter table ${TABLE} drop constraint ${CHECK}`);
    this.addSql(`alter table ${TABLE} add constraint ${CHECK} check (state in (${listed})) not valid`);
    this.addSql(`alter table ${TABLE} validate constraint ${CHECK}`);
  }
}
