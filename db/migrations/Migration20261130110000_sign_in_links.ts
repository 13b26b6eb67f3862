import { Migration } from "@mikro-orm/migrations";

const CHECK = "single_use_tokens_purpose_check";
const FORMER = ["verify-email", "reset-password", "change-email"];

/** Members sign in with an emailed link. */
export class SignInLinks extends Migration {
  override up(): void {
    this.allow([...FORMER, "sign-in"]);
  }

  override down(): void {
    this.addSql("delete from single_use_tokens where purpose = 'sign-in'");
    this.allow(FORMER);
  }

  private allow(purposes: readonly string[]): void {
    const listed = purposes.map((purpose) => `'${purpose}'`).join(", ");
    this.addSql(`alter table single_use_tokens drop constraint ${CHECK}`);
    this.addSql(
      `alter table single_use_tokens add constraint ${CHECK} check (purpose in (${listed})) not valid`,
    );
    this.addSql(`alter table single_use_tokens validate constraint ${CHECK}`);
  }
}
