import { Migration } from "@mikro-orm/migrations";

const TO_REMIND = `create index members_to_remind_index on members
  ((case when reminded_end = subscription_expires_at then reminded_days else 0 end), subscription_expires_at)
  where subscription <> 'Basic' and status = 'active' and deletion_requested_at is null`;

/** Members say whether they want reminders. Those who do not are not met on the way to those who do. */
export class Migration20261126100000_reminders_by_mail extends Migration {
  override up(): void {
    this.addSql("alter table members add column remind_by_mail boolean not null default true");
    this.addSql("drop index members_to_remind_index");
    this.addSql(`${TO_REMIND} and remind_by_mail`);
  }

  override down(): void {
    this.addSql("drop index members_to_remind_index");
    this.addSql(TO_REMIND);
    this.addSql("alter table members drop column remind_by_mail");
  }
}
