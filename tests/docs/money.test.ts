import { readFileSync, writeFileSync } from "node:fs";
import { ORDER_STATUSES } from "db/entities/order";
import { expect, it } from "vitest";
import { MOVES } from "~/features/billing/orders/order-states.rules.server";

const PAGE = new URL("../../docs/money.md", import.meta.url);
const TABLE = /(?<=<!-- states -->\n).*?(?=<!-- \/states -->)/s;

const cells = (...texts: string[]) => `| ${texts.join(" | ")} |`;

/** All moves, those first that lead out of the states that come first. */
function table(): string {
  const moves = Object.entries(MOVES)
    .map(([name, { from, to, by, when }]) => ({ name, from: [...from] as string[], to, by, when }))
    .toSorted((one, other) => placeOf(one.from) - placeOf(other.from));
  return [
    cells("event", "when", "from", "to", "moved by"),
    "|---|---|---|---|---|",
    ...moves.map(({ name, when, from, to, by }) => cells(name, when, from.join(", "), to, by)),
    "",
  ].join("\n");
}

const placeOf = ([first]: string[]) => (ORDER_STATUSES as readonly string[]).indexOf(first ?? "");

it("docs/money.md shows the states of an order as the code has them", () => {
  const text = readFileSync(PAGE, "utf8");
  if (process.env.WRITE_SPECIFICATION) writeFileSync(PAGE, text.replace(TABLE, table));
  expect(TABLE.exec(readFileSync(PAGE, "utf8"))?.[0]).toBe(table());
});
