import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeEach, expect, it } from "vitest";

setUpApp();

beforeEach(() => database.rows("delete from ledger_checks"));

const ask = async (who: "superadmin" | "admin") =>
  app.request("/admin/ledger-checks", { method: "POST", cookies: await app.cookiesOf(who) });
const homeOf = async (who: "superadmin" | "admin") =>
  (await (await app.request("/admin", { cookies: await app.cookiesOf(who) })).text())
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>|<!-- -->/g, " ")
    .replace(/\s+/g, " ");
const requestedChecks = () => database.rows("select from ledger_checks where asked_for");

// Read before a check is requested: its tasks start at once.
it(
  "only one ledger check runs at a time, and everybody sees that it runs",
  spec("beyond our own check ledger"),
  async () => {
    await database.rows(
      "insert into ledger_checks (hash, call_id) values (repeat('0', 64), gen_random_uuid())",
    );
    expect((await ask("superadmin")).status).toBe(303);
    expect(await requestedChecks()).toHaveLength(0);
    expect(await homeOf("superadmin")).toContain("A check is in progress");
    expect(await (await app.request("/track-record/verify")).text()).toContain(
      "The first check has been running since",
    );
  },
);

it(
  "the owner starts a ledger check without script and sees its findings",
  spec("beyond our own check ledger"),
  async () => {
    expect(await homeOf("superadmin")).toContain("The ledger has not been checked yet. Check the ledger now");
    const reply = await ask("superadmin");
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/admin"]);
    expect(await requestedChecks()).toHaveLength(1);
    await database.rows(
      "update ledger_checks set finished_at = '2026-11-22T03:00:00Z', stage = 'record', seq = 77, problems = '[]'",
    );
    const home = await homeOf("superadmin");
    expect(home).toMatch(
      /On 22 November 2026, 03:00 UTC , up to entry 77: .* Our staff requested this check\./,
    );
  },
);

it("only the owner may start a ledger check", async () => {
  expect((await ask("admin")).status).toBe(403);
  expect(await homeOf("admin")).not.toContain("Check the ledger now");
  expect(await requestedChecks()).toHaveLength(0);
});
