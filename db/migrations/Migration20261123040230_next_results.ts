import { Migration } from "@mikro-orm/migrations";

/** When an instrument's company tells its results next. */
export class Migration20261123040230_next_results extends Migration {
  override up(): void {
    this.addSql("alter table instruments add column next_results_on date null");
    this.addSql(`create index instruments_next_results_index on instruments (next_results_on, symbol)
                  where next_results_on is not null and public_name is not null and merged_into is null`);
  }

  override down(): void {
    // The index that names the column goes with it.
    this.addSql("alter table instruments drop column next_results_on");
  }
}
