import { Migration } from "@mikro-orm/migrations";
import { MIGRATIONS } from "db/migrate.server";

export const LATER = "Migration20991231000000_later";

class Later extends Migration {
  override up(): void {
    this.addSql("create table later as select count(*)::int as banners from banners");
  }

  override down(): void {
    this.addSql("drop table later");
  }
}

/** Simulates a release with one more migration: a table with the current number of banners. */
export async function withLaterMigration<Result>(work: () => Promise<Result>): Promise<Result> {
  MIGRATIONS.push({ name: LATER, class: Later });
  try {
    return await work();
  } finally {
    MIGRATIONS.pop();
  }
}
