import { MikroORM } from "@mikro-orm/postgresql";
import { MIGRATIONS } from "db/migrate.server";

/** Takes a migrated database back to what it was after one of its migrations. @param name that migration's */
export async function backTo(url: string, name: string): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  const later = MIGRATIONS.slice(MIGRATIONS.findIndex((one) => one.name === name) + 1);
  for (const { name: undone, class: Step } of later.toReversed()) {
    const migration = new Step(orm.em.getDriver(), orm.config);
    migration.down();
    for (const sql of migration.getQueries()) await orm.em.execute(String(sql));
    await orm.em.execute("delete from mikro_orm_migrations where name = ?", [undone]);
  }
  await orm.close(true);
}
