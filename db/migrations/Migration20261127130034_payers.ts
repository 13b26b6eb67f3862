import { Migration } from "@mikro-orm/migrations";

/** Who paid, as the provider names the account. Of payments of before nobody asked. */
export class Migration20261127130034_payers extends Migration {
  override up(): void {
    this.addSql(`alter table payments add column payer_id text null,
      add constraint payments_payer_id_length check (char_length(payer_id) >= 1 and char_length(payer_id) <= 100)`);
    this.addSql(
      "create index payments_payer_index on payments (payer_id, member_id) where payer_id is not null",
    );
  }

  override down(): void {
    this.addSql("drop index payments_payer_index");
    this.addSql("alter table payments drop column payer_id");
  }
}
