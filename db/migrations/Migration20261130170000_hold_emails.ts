import { Migration } from "@mikro-orm/migrations";

const CHECK = "mails_state_check";
const FORMER = ["queued", "sent", "failed"];

/** Emails to a suppressed address are no failures. */
export class HoldEmails extends Migration {
  override up(): void {
    this.allow([...FORMER, "held"]);
  }

  override down(): void {
    this.addSql("update mails set state = 'failed' where state = 'held'");
    this.allow(FORMER);
  }

  private allow(states: readonly string[]): void {
    const listed = states.map((state) => `'${state}'`).join(", ");
    this.addSql(`alter table mails drop constraint ${CHECK}`);
    this.addSql(`alter table mails add constraint ${CHECK} check (state in (${listed})) not valid`);
    this.addSql(`alter table mails validate constraint ${CHECK}`);
  }
}
