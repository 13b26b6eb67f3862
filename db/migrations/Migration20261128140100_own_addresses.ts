import { Migration } from "@mikro-orm/migrations";

const PURPOSES = (
  more: string,
) => `alter table single_use_tokens drop constraint single_use_tokens_purpose_check,
  add constraint single_use_tokens_purpose_check check (purpose in ('verify-email', 'reset-password'${more}))`;

/** Links by which members change their own address: each names the new one. */
export class Migration20261128140100_own_addresses extends Migration {
  override up(): void {
    this.addSql(PURPOSES(", 'change-email'"));
    this.addSql(`alter table single_use_tokens
      add column new_email citext null
        constraint single_use_tokens_new_email_length
          check (char_length(new_email) >= 3 and char_length(new_email) <= 254),
      add constraint single_use_tokens_new_email_of_change
        check ((new_email is null) = (purpose <> 'change-email'))`);
  }

  override down(): void {
    this.addSql("delete from single_use_tokens where purpose = 'change-email'");
    this.addSql("alter table single_use_tokens drop column new_email");
    this.addSql(PURPOSES(""));
  }
}
