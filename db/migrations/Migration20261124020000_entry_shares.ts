import { Migration } from "@mikro-orm/migrations";

/** Of how many shares a call's entry is: a split may be entered behind a call that was made by a price of before it. */
export class Migration20261124020000_entry_shares extends Migration {
  override up(): void {
    this.addSql(`
alter table calls add column entry_shares numeric not null default '1',
  add constraint calls_entry_shares check (entry_shares > 0),
  add constraint calls_entry_shares_figure check (abs(entry_shares) < 1000000000000000 and scale(entry_shares) <= 8)`);
  }

  override down(): void {
    this.addSql("alter table calls drop column entry_shares");
  }
}
