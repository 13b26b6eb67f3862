import { Migration } from "@mikro-orm/migrations";

/**
 * Who may read a call is asked by its kind and its audience together, of which the planner knew nothing: it took nearly all of the
 * record for unreadable, and near its end read and sorted what was left of it for each page.
 */
export class Migration20261123061400_call_statistics extends Migration {
  override up(): void {
    this.addSql("create statistics calls_kind_audience_statistics on (kind || ' ' || audience) from calls");
  }

  override down(): void {
    this.addSql("drop statistics calls_kind_audience_statistics");
  }
}
