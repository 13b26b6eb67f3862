import { Migration } from "@mikro-orm/migrations";

const FIRES = "create trigger members_updated_at before update on members for each row";

/**
 * Of which end of access a member was told, and how many days before it: found without looking for the mail of each whose end
 * is near. A member who is told is not one who was edited.
 */
export class Migration20261122160100_reminders extends Migration {
  override up(): void {
    this.addSql(
      "alter table members add column reminded_end timestamptz(3) null, add column reminded_days smallint null",
    );
    this.addSql(`
      create index members_to_remind_index on members
        ((case when reminded_end = subscription_expires_at then reminded_days else 0 end), subscription_expires_at)
        where subscription <> 'Basic' and status = 'active' and deletion_requested_at is null
    `);
    this.addSql("drop trigger members_updated_at on members");
    this.addSql(`
      ${FIRES}
        when (new.reminded_end is not distinct from old.reminded_end
          and new.reminded_days is not distinct from old.reminded_days)
        execute function set_updated_at()
    `);
  }

  override down(): void {
    this.addSql("drop trigger members_updated_at on members");
    this.addSql(`${FIRES} execute function set_updated_at()`);
    this.addSql("drop index members_to_remind_index");
    this.addSql("alter table members drop column reminded_end, drop column reminded_days");
  }
}
