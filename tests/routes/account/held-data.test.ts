import { readdirSync, readFileSync } from "node:fs";
import type { Column, Fragment } from "db/sql";
import { app, database, setUpApp } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { COOKIES } from "~/features/accounts/held-data/cookies.rules";
import { HELD_DATA } from "~/features/accounts/held-data/held-data.server";
import { NOT_PERSONAL, STAFF_COLUMNS } from "~/features/accounts/held-data/other-columns.rules";
import { cookieList, whatWeKeep } from "~/features/accounts/held-data/privacy-words.rules.server";
import { TOPICS } from "~/features/accounts/held-data/topics.rules";

setUpApp();

type Found = { table: string; name: string; type: string; leadsTo: string | null };

/** The columns of the site's and the queue's tables; a partition counts as its table. */
const columns = () =>
  database.rows<Found>(
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as table, a.attname as name,
            format_type(a.atttypid, a.atttypmod) as type,
            (select k.confrelid::regclass::text from pg_constraint k
              where k.conrelid = c.oid and k.contype = 'f' and k.conkey[1] = a.attnum limit 1) as "leadsTo"
       from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
       join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'jobs') and a.attnum > 0 and not a.attisdropped`,
  );

/** Types that cannot hold personal data: numbers, timestamps and queue states. */
const HARMLESS =
  /^(integer|smallint|bigint|numeric|boolean|double precision|date|timestamp|interval|jobs\.job_state)/;
const PEOPLE = ["members", "staff", "sessions"];

const words = (text: string) => text.split(" ").filter(Boolean);
const declaredIn = (list: Readonly<Record<string, string>>, table: string) => words(list[table] ?? "");

/** The SQL text of a fragment. */
const sqlOf = (fragment: Fragment) => fragment.texts.join(" ");
const exportedOf = (table: string): string =>
  HELD_DATA.filter((held) => held.table === table)
    .flatMap(({ exported }) => Object.entries(exported?.row ?? {}))
    .map(([property, entry]) => ("sql" in entry ? sqlOf((entry as Column).sql) : property))
    .join(" ");
const hiddenOf = (table: string) =>
  HELD_DATA.filter((held) => held.table === table).flatMap(({ hidden }) =>
    Object.values(hidden).flatMap(words),
  );
const isHeld = (table: string) => HELD_DATA.some((held) => held.table === table);

describe("the table of stored personal data", () => {
  const undeclared = async () =>
    (await columns()).filter(({ table, name, type, leadsTo }) => {
      // In tables with member rows every column counts.
      if (isHeld(table))
        return !hiddenOf(table).includes(name) && !new RegExp(`\\b${name}\\b`).test(exportedOf(table));
      if (HARMLESS.test(type) && !/\[\]$/.test(type)) return false;
      if (leadsTo !== null && !PEOPLE.includes(leadsTo)) return false;
      return (
        !declaredIn(STAFF_COLUMNS, table).includes(name) &&
        (!declaredIn(NOT_PERSONAL, table).includes(name) || leadsTo !== null)
      );
    });

  it("covers every column that can hold personal data", async () => {
    expect(await undeclared()).toEqual([]);
  });

  it.each([
    ["members", "birthday date"],
    ["sessions", "place text"],
    ["news", "reader_id uuid references members"],
    ["packages", "sold_by uuid references staff"],
    ["packages", "contact citext"],
    ["packages", "addresses text[]"],
    ["packages", "network inet"],
    ["packages", "owner_id uuid"],
    ["packages", "notes jsonb"],
  ])("reports a new column of %s: %s", async (table, column) => {
    const [name = ""] = column.split(" ");
    await database.rows(`alter table ${table} add column ${column}`);
    try {
      expect((await undeclared()).map((found) => `${found.table}.${found.name}`)).toEqual([
        `${table}.${name}`,
      ]);
    } finally {
      await database.rows(`alter table ${table} drop column ${name}`);
    }
  });

  it("reports a new table", async () => {
    await database.rows("create table callers (id uuid primary key, phone text)");
    try {
      expect((await undeclared()).map(({ name }) => name).sort()).toEqual(["id", "phone"]);
    } finally {
      await database.rows("drop table callers");
    }
  });

  it("lists only existing columns, each once", async () => {
    const found = await columns();
    const has = (table: string, name: string) =>
      found.some((column) => column.table === table && column.name === name);
    const named = [
      ...HELD_DATA.flatMap(({ table }) => hiddenOf(table).map((name) => `${table} ${name}`)),
      ...[STAFF_COLUMNS, NOT_PERSONAL].flatMap((list) =>
        Object.keys(list).flatMap((table) => declaredIn(list, table).map((name) => `${table} ${name}`)),
      ),
    ];
    expect(named.filter((column) => !has(...(column.split(" ") as [string, string])))).toEqual([]);
    expect(named.filter((column, nth) => named.indexOf(column) !== nth)).toEqual([]);
    expect(Object.keys(STAFF_COLUMNS).concat(Object.keys(NOT_PERSONAL)).filter(isHeld)).toEqual([]);
  });

  it("covers every table that refers to a member", async () => {
    const leading = (await columns()).filter(({ leadsTo }) => leadsTo === "members");
    expect(leading.length).toBeGreaterThan(12);
    expect(leading.filter(({ table }) => !isHeld(table))).toEqual([]);
  });

  it("exports no hash, token or staff name", () => {
    const exported = HELD_DATA.flatMap(({ exported: read }) => Object.keys(read?.row ?? {}));
    expect(exported.filter((name) => /hash|token|secret|staff/i.test(name))).toEqual([]);
  });
});

describe("the privacy page", () => {
  const plain = (html: string) =>
    html
      .replaceAll("<!-- -->", "")
      .replace(/<[^>]*>/g, "")
      .replaceAll("&#x27;", "'");
  const page = async () => {
    return plain((await (await app.request("/privacy")).text()).split("<main")[1] ?? "");
  };

  it("describes each kind of stored data, its purpose and its retention", async () => {
    const html = await page();
    for (const { label, what, why, kept } of Object.values(TOPICS))
      expect(html).toContain(`${label}. ${what} ${why} ${kept}`);
    expect(new Set(HELD_DATA.map(({ topic }) => topic))).toEqual(new Set(Object.keys(TOPICS)));
    expect(whatWeKeep().split("\n")).toHaveLength(Object.keys(TOPICS).length);
  });

  it("lists the cookies of members and visitors, including the device cookie", async () => {
    const html = await page();
    const listed = COOKIES.filter(({ staffOnly }) => !staffOnly);
    expect(listed.map(({ name }) => name)).toContain("openbell_device");
    for (const { name, purpose, kept } of listed)
      expect(html).toContain(`${name}. ${purpose}. Kept ${kept}.`);
    expect(cookieList()).not.toContain("openbell_staff");
  });

  it("lists every cookie in the source", () => {
    const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|tsx)$/.test(path) && !/held-data\/|\/metrics/.test(path))
      .map((path) => readFileSync(`app/${path}`, "utf8"))
      .filter((text) => /cookie/i.test(text) && !/counter\(|gauge\(|new (Counter|Gauge)/.test(text));
    const named = sources.flatMap((text) =>
      [...text.matchAll(/"(openbell_[a-z_]+)"/g)].map(([, name]) => name),
    );
    expect([...new Set(named)].sort()).toEqual(COOKIES.map(({ name }) => name).sort());
  });
});
