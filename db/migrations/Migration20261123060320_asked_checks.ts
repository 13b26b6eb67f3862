import { Migration } from "@mikro-orm/migrations";

/** Staff may ask for a check of the ledger; one at a time is under way. */
export class Migration20261123060320_asked_checks extends Migration {
  override up(): void {
    this.addSql("alter table ledger_checks add column asked_for boolean not null default false");
    this.addSql(`delete from ledger_checks where finished_at is null
      and id < (select max(id) from ledger_checks where finished_at is null)`);
    this.addSql(
      "create unique index ledger_checks_unfinished_unique on ledger_checks ((finished_at is null)) where finished_at is null",
    );
  }

  override down(): void {
    this.addSql("drop index ledger_checks_unfinished_unique");
    this.addSql("alter table ledger_checks drop column asked_for");
  }
}
