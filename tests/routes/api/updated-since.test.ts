import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { get, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();
beforeEach(async () => {
  for (const table of ["news", "trade_alerts"]) await database.rows(`delete from ${table}`);
});

const SINCE = "2026-03-01T00:00:00.000Z";

/** Sets both times as they are, without the triggers. */
async function setTimes(table: string, id: string, created: string, updated: string): Promise<void> {
  await database.rows(`alter table ${table} disable trigger user`);
  await database.rows(`update ${table} set created_at = ?, updated_at = ? where id = ?`, [
    created,
    updated,
    id,
  ]);
  await database.rows(`alter table ${table} enable trigger user`);
}

/** One made and changed in February; one made then and changed in March; one made in March. */
async function insertThree(table: string, more: Record<string, unknown> = {}) {
  const times = { old: ["02-01", "02-02"], changed: ["02-01", "03-20"], made: ["03-05", "03-10"] };
  const ids = { old: "", changed: "", made: "" };
  for (const [name, [created, updated]] of Object.entries(times)) {
    const id = await insertRecord(database, table, more);
    await setTimes(table, id, `2026-${created}`, `2026-${updated}`);
    ids[name as keyof typeof ids] = id;
  }
  return ids;
}

async function idsIn(path: string, person: Person = "visitor"): Promise<string[]> {
  const answer = await get(path, person);
  expect(answer.status, path).toBe(200);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

describe("a list with `updatedSince`", () => {
  it("has what was changed since, in the order of the changes, and is followed by its links", async () => {
    const { changed, made } = await insertThree("news");
    const path = `/api/news?updatedSince=${SINCE}&limit=1`;
    const first = await get(path, "visitor");
    expect(first.headers.get("X-Total-Count")).toBe("2");
    expect(await first.json()).toMatchObject([{ id: made }]);
    const next = /^<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    expect(next).toContain("updatedSince=");
    const second = await get(next, "visitor");
    expect([await second.json(), second.headers.get("Link")]).toEqual([
      [expect.objectContaining({ id: changed })],
      null,
    ]);
    const without = new URLSearchParams(next.split("?")[1]);
    without.delete("updatedSince");
    expect((await get(`/api/news?${without}`, "visitor")).status).toBe(400);
  });

  it("also applies `since`", async () => {
    const { made } = await insertThree("news");
    expect(await idsIn(`/api/news?updatedSince=${SINCE}&since=${SINCE}`)).toEqual([made]);
  });

  it("does not tell when a locked alert was changed", async () => {
    const open = await insertThree("trade_alerts");
    const narrow = await insertThree("trade_alerts", { audience: "private" });
    const path = `/api/trade-alert?updatedSince=${SINCE}`;
    const made = [open.made, narrow.made].toSorted();
    expect((await idsIn(path)).toSorted()).toEqual(made);
    expect((await idsIn(path, "premium")).toSorted()).toEqual([...made, open.changed].toSorted());
    const all = [...made, open.changed, narrow.changed].toSorted();
    expect((await idsIn(path, "private")).toSorted()).toEqual(all);
    expect((await idsIn("/api/trade-alert/admin?updatedSince=2026-03-15", "admin")).toSorted()).toEqual(
      [open.changed, narrow.changed].toSorted(),
    );
  });

  it("exists for payments", async () => {
    const id = await insertRecord(database, "payments");
    await setTimes("payments", id, "2026-02-01", "2026-03-20");
    const ask = async (time: string) => {
      const answer = await app.request(`/api/subscription/payments?updatedSince=${time}`, {
        method: "POST",
        cookies: await staffCookies("superadmin"),
      });
      const { payments } = (await answer.json()) as { payments: unknown[] };
      return [payments.length, answer.headers.get("X-Total-Count")];
    };
    expect([await ask(SINCE), await ask("2026-04-01")]).toEqual([
      [1, "1"],
      [0, "0"],
    ]);
  });

  it("is refused if it is no time", async () => {
    expect((await get("/api/news?updatedSince=yesterday", "visitor")).status).toBe(400);
    const far = await get("/api/news?updatedSince=0000-01-01", "visitor");
    expect([far.status, await far.json()]).toMatchObject([
      422,
      { errors: { updatedSince: expect.any(String) } },
    ]);
  });
});
