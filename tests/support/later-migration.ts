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

/** Works as a release does that has one more migration: a table with the count of the banners at that moment. */
export async function withLaterMigration<Result>(work: () => Promise<Result>): Promise<Result> {
  MIGRATIONS.push({ name: LATER, class: Later });
  try {
    return await work();
  } finally {
    MIGRATIONS.pop();
  }
}
