import { Migration } from "@mikro-orm/migrations";

const TABLES = ["quotes", "movers", "stock_picks"];

/**
 * The id of a record in the system of the program that sends it. The index of the empty column takes
 * milliseconds: these tables have thousands of rows.
 */
export class ExternalIds extends Migration {
  override up(): void {
    for (const table of TABLES) {
      const check = `${table}_external_id_length`;
      this.addSql(
        `alter table ${table} add column external_id text constraint ${table}_external_id_unique unique`,
      );
      this.addSql(
        `alter table ${table} add constraint ${check} check (char_length(external_id) >= 1 and char_length(external_id) <= 200) not valid`,
      );
      this.addSql(`alter table ${table} validate constraint ${check}`);
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} drop column external_id`);
  }
}
