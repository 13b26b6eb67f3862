import { onSidePool } from "db/orm.server";
import { query } from "db/query.server";
import { array, text, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { setUpOrm } from "tests/support/own-database";
import { expect, it } from "vitest";

setUpOrm();

it("returns moments as dates, decimals as text, and null as null", async () => {
  const [row] = await query<Record<string, unknown>>(
    `select timestamptz '2026-07-16 13:40:12.5+00' as at, null::timestamptz as never, 1.50::numeric as price`,
  );
  expect(row).toEqual({ at: new Date("2026-07-16T13:40:12.500Z"), never: null, price: "1.50" });
});

it("returns days as text on either pool", async () => {
  const readDay = () => query<{ on: string }>("select date '2026-07-16' as on");
  expect(await readDay()).toEqual([{ on: "2026-07-16" }]);
  expect(await onSidePool(readDay)).toEqual([{ on: "2026-07-16" }]);
});

it("binds values, including lists, instead of writing them into the text", async () => {
  const words = ["it's", "a ? mark", "drop table members; --"];
  const found = await query<{ word: string }>("select unnest(?::text[]) as word", [words]);
  expect(found.map(({ word }) => word)).toEqual(words);
});

const WORDS = statement("test.words", { word: text, at: timestamp })`
  select word, timestamptz '2026-07-16 13:40:12.5+00' as at from unnest(${array(text)("words")}::text[]) as word
   where word <> ${text("without")}`;

it("returns the same rows from a prepared statement, and keeps it prepared", async () => {
  const given = { words: ["it's", "a ? mark", "$1"], without: "$1" };
  const rows = await WORDS.all(given);
  expect(rows).toHaveLength(2);
  for (let time = 0; time < 8; time += 1) expect(await WORDS.allPrepared(given)).toEqual(rows);
  const kept = await query<{ name: string }>(
    "select name from pg_prepared_statements where name = 'test.words'",
  );
  expect(kept).toHaveLength(1);
});

it("a prepared statement works after a column has changed its type", async () => {
  await query("create table prices_by_word (word varchar(10))");
  await query("insert into prices_by_word values ('bell')");
  const read = statement("test.retyped", { word: text })`select word from prices_by_word`;
  expect(await read.allPrepared({})).toEqual([{ word: "bell" }]);
  await query("alter table prices_by_word alter word type text");
  for (let time = 0; time < 3; time += 1) expect(await read.allPrepared({})).toEqual([{ word: "bell" }]);
  await query("drop table prices_by_word");
});

it("returns the connection to the pool when a prepared statement fails", async () => {
  const broken = statement("test.broken", { word: text })`select 1 / (${text("word")}::int) as word`;
  const failures = Array.from({ length: 30 }, () => broken.allPrepared({ word: "0" }));
  const outcomes = await Promise.allSettled(failures);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(await WORDS.allPrepared({ words: ["a"], without: "b" })).toHaveLength(1);
});
