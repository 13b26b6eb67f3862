import { query } from "db/query.server";
import { setUpOrm } from "tests/support/own-database";
import { expect, it } from "vitest";

setUpOrm();

it("gives moments as dates, decimals as text, and leaves null alone", async () => {
  const [row] = await query<Record<string, unknown>>(
    `select timestamptz '2026-07-16 13:40:12.5+00' as at, null::timestamptz as never, 1.50::numeric as price`,
  );
  expect(row).toEqual({ at: new Date("2026-07-16T13:40:12.500Z"), never: null, price: "1.50" });
});

it("binds values instead of writing them into the text, lists included", async () => {
  const words = ["it's", "a ? mark", "drop table members; --"];
  const found = await query<{ word: string }>("select unnest(?::text[]) as word", [words]);
  expect(found.map(({ word }) => word)).toEqual(words);
});
