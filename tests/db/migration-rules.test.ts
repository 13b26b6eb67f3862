import { MikroORM } from "@mikro-orm/postgresql";
import { BASELINE } from "db/baseline/former-migrations";
import { MIGRATIONS, migrationOptions } from "db/migrate.server";
import { describe, expect, it } from "vitest";
import { type MigrationFacts, problemsOfMigration } from "./migration-rules";

const USUAL: MigrationFacts = { isContract: false, isTransactional: true };

const problems = (sql: string | readonly string[], facts: Partial<MigrationFacts> = {}) =>
  problemsOfMigration(typeof sql === "string" ? [sql] : sql, { ...USUAL, ...facts });

describe("a migration", () => {
  it.each([
    "alter table news rename column title to headline",
    'alter table "news" rename to articles',
    "alter table news drop column title",
    "drop table news",
    "alter table news alter column views type bigint",
    "alter table news alter column views set data type bigint",
    "alter table news add column slug text not null",
    "alter table news add column slug text not null, add column views int default 0 not null",
    "alter table news alter column slug set not null",
    "alter table news add constraint news_slug_check check (slug <> '')",
    "alter table public.news add constraint news_author foreign key (author_id) references staff",
    "create index news_slug on news (slug)",
    'create unique index if not exists news_slug on "public"."news" (slug)',
    "lock table news",
    "update news set slug = ''",
    "delete from news -- where nobody looks",
  ])("is refused with %j", (sql) => expect(problems(sql)).toHaveLength(1));

  it.each([
    "alter table news add column slug text",
    "alter table news add column slug text default '' not null",
    "alter table news add column slug text not null default ''",
    "alter table news add constraint news_slug_check check (slug <> '') not valid",
    "alter table news validate constraint news_slug_check",
    "create table tags (id uuid primary key, name text not null)",
    "update news set slug = '' where id = '00000000-0000-4000-8000-000000000001'",
  ])("may run %j", (sql) => expect(problems(sql)).toEqual([]));

  it("may change a table that it creates in any way", () => {
    const create = "create table if not exists tags (name text)";
    expect(problems([create, "create index tags_name on tags (name)"])).toEqual([]);
    expect(problems([create, "create index news_name on news (name)"])).toHaveLength(1);
  });

  it("may drop columns if it is a contract of a later release", () => {
    expect(problems("alter table news drop column title", { isContract: true })).toEqual([]);
  });

  it("must not be transactional with a concurrent index", () => {
    const sql = "create index concurrently news_slug on news (slug)";
    expect(problems(sql)).toHaveLength(1);
    expect(problems(sql, { isTransactional: false })).toEqual([]);
  });
});

it("all migrations after the baseline let the release before them run", async () => {
  const orm = await MikroORM.init({ ...migrationOptions("postgresql://127.0.0.1:1/none"), connect: false });
  const later = MIGRATIONS.filter(({ name }) => name !== BASELINE);
  const found = later.flatMap(({ name, class: Made }) => {
    const migration = new Made(orm.em.getDriver(), orm.config);
    migration.up();
    const facts = { isContract: /_contract\b/.test(name), isTransactional: migration.isTransactional() };
    return problemsOfMigration(migration.getQueries().map(String), facts).map((line) => `${name}: ${line}`);
  });
  await orm.close(true);
  expect(found).toEqual([]);
});
