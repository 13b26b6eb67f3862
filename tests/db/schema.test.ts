import { MikroORM } from "@mikro-orm/postgresql";
import { MAILBOX_OF, PICTURES_IN, SEARCH_FOLD, SEARCH_PARTS } from "db/baseline/functions";
import { ENTITIES } from "db/entities";
import { MIGRATIONS, migrateDatabase } from "db/migrate.server";
import { startOrm, stopOrm } from "db/orm.server";
import { readCatalogue } from "tests/support/catalogue";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDatabase, queryOnce, type TestDatabase } from "../support/postgres";

let migrated: TestDatabase;

beforeAll(async () => {
  // The job tables, which other test databases contain, do not come from migrations.
  migrated = await emptyDatabase();
  await migrateDatabase(migrated.url);
});

afterAll(async () => {
  await stopOrm();
  await migrated.drop();
});

/** All table properties in which entities and migrations could differ. */
const CATALOGUE = `
  select 'column' as kind, c.relname || '.' || a.attname as name, concat_ws(' ',
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      nullif(a.attidentity, ''), pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint', c.relname || '.' || k.conname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace
      and k.contype <> 't' -- a trigger that waits for the end of its transaction
  union all
  select 'index', tablename || '.' || indexname, indexdef from pg_indexes where schemaname = 'public'
  order by 1, 2`;

/** Tables without an entity: the limiter's and the migrator's. */
const WITHOUT_ENTITY = /^(rate_limits|mikro_orm_migrations)\./;

async function catalogue(url: string): Promise<string[]> {
  const rows = await queryOnce<{ kind: string; name: string; definition: string }>(url, CATALOGUE);
  return rows
    .filter(({ name }) => !WITHOUT_ENTITY.test(name))
    .map(({ kind, name, definition }) => `${kind} ${name}: ${definition}`);
}

test("the migrated schema is exactly the one that the entities describe", async () => {
  const described = await emptyDatabase();
  const functions = `${PICTURES_IN}; ${MAILBOX_OF}; ${SEARCH_FOLD}; ${SEARCH_PARTS}`;
  await queryOnce(
    described.url,
    `create extension pg_trgm; create extension citext; create extension unaccent; ${functions}`,
  );
  const orm = await MikroORM.init({ clientUrl: described.url, entities: ENTITIES, connect: false });
  await orm.schema.createSchema();
  await orm.close(true);
  const expected = await catalogue(described.url);
  expect(expected.length).toBeGreaterThan(400);
  expect(await catalogue(migrated.url)).toEqual(expected);
  await described.drop();
});

test("the ORM finds no differences to the migrated schema", async () => {
  const orm = await startOrm({ url: migrated.url });
  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe("");
});

test("the extensions are installed", async () => {
  const rows = await queryOnce<{ extname: string }>(
    migrated.url,
    "select extname from pg_extension order by 1",
  );
  expect(rows.map(({ extname }) => extname)).toEqual(
    expect.arrayContaining(["citext", "pg_trgm", "unaccent"]),
  );
});

test("every foreign key has an index", async () => {
  const bare = await queryOnce<{ conname: string }>(
    migrated.url,
    `select conname from pg_constraint k where contype = 'f' and not exists (
       select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`,
  );
  expect(bare).toEqual([]);
});

/** The catalogue without the migrator's table. */
const contentOf = async (url: string) =>
  (await readCatalogue(url)).filter((item) => !/^\w+ mikro_orm_migrations/.test(item));

test("down removes everything, and up works again", async () => {
  const own = await emptyDatabase();
  await migrateDatabase(own.url);
  const before = await contentOf(own.url);
  const orm = await MikroORM.init({
    clientUrl: own.url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  for (const { class: Step } of MIGRATIONS.toReversed()) {
    const migration = new Step(orm.em.getDriver(), orm.config);
    await migration.down();
    for (const sql of migration.getQueries()) await orm.em.execute(String(sql));
  }
  await orm.em.execute("truncate mikro_orm_migrations");
  await orm.close(true);
  const left = await contentOf(own.url);
  expect(left.filter((item) => !/^(schema|extension) /.test(item))).toEqual([]);
  expect(await migrateDatabase(own.url)).toEqual(MIGRATIONS.map(({ name }) => name));
  expect(await contentOf(own.url)).toEqual(before);
  await own.drop();
});
