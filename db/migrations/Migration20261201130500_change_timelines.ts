import { Migration } from "@mikro-orm/migrations";

/** A promoted standby may lack the last commits: its timeline distinguishes numbers that it gives again. */
export class ChangeTimelines extends Migration {
  override up(): void {
    this.addSql(
      "alter table change_numbers add column timeline int, add column former_timeline int, add column branched_at bigint",
    );
  }

  override down(): void {
    this.addSql(
      "alter table change_numbers drop column timeline, drop column former_timeline, drop column branched_at",
    );
  }
}
