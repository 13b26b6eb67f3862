import { database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

setUpStaffApp();

const ALERT = {
  ...{ ticker: "LATE", name: "Later Plc", tag: "buy", targetPrice: 150, analysis: "Why.", currentPrice: 120 },
  holdingPeriod: "2 weeks",
};
const PICK = { ticker: "LATE", name: "Later Plc", category: "Tenet", currentPrice: 100, currentYTP: 120 };

const KINDS = [
  { path: "trade-alert", table: "trade_alerts", body: ALERT, page: "/trade-alert" },
  { path: "stock-picks", table: "stock_picks", body: PICK, page: "/stock-picks" },
] as const;

beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts", "stock_picks", "changes");
});
afterEach(async () => expect((await verifyLedger()).problems).toEqual([]));

describe.each(KINDS)("a draft of $path", ({ path, table, body, page }) => {
  let id: string;
  beforeEach(async () => {
    id = (await api("POST", `/api/${path}`, { ...body, status: "draft" })).body.id;
    // The draft is three days old.
    await database.rows(`update ${table} set created_at = now() - interval '3 days' where id = ?`, [id]);
  });

  const version = async () => {
    const [row] = await database.rows<{ version: number }>(`select version from ${table} where id = ?`, [id]);
    return String(row?.version);
  };
  const calls = () =>
    database.rows<{ state: string; fresh: boolean }>(
      "select state, made_at > now() - interval '1 minute' as fresh from calls where record_id = ? order by number",
      [id],
    );
  const isFresh = async () => {
    const [row] = await database.rows<{ fresh: boolean }>(
      `select created_at > now() - interval '1 minute' as fresh from ${table} where id = ?`,
      [id],
    );
    return row?.fresh;
  };

  it("is an option of the form, but new records are published by default", async () => {
    expect((await api("POST", `/api/${path}`, body)).body.status).toBe("published");
    const form = await html(`/admin/${path}/new`);
    expect(form).toMatch(/checked=""[^>]*value="published"|value="published"[^>]*checked=""/);
  });

  it("is marked as a draft in its list, and counted on the dashboard", async () => {
    const list = await html(`/admin/${path}?status=draft`);
    expect(list).toContain("Later Plc");
    expect(list).toContain(`/admin/${path}/${id}/publication`);
    expect(await html(`/admin/${path}?status=published`)).not.toContain("Later Plc");
    expect(await html("/admin")).toContain(`/admin/${path}?status=draft`);
    const [counted] = await database.rows(
      "select sum(count)::int as count from record_counts where kind = ? and facets ->> 'status' = 'draft'",
      [table],
    );
    expect(counted).toEqual({ count: 1 });
  });

  it.each<[string, () => Promise<{ status: number }>, number]>([
    [
      "its row",
      async () => post(`/admin/${path}/${id}/publication`, { status: "published", version: await version() }),
      303,
    ],
    [
      "its row's form",
      async () =>
        post(`/admin/${path}?inline=on&save=${id}`, { status: "published", version: await version() }),
      303,
    ],
    [
      "its form",
      async () => {
        const texts = Object.entries({ ...body, audience: "members" }).map(([name, value]) => [
          name,
          String(value),
        ]);
        const values = { ...Object.fromEntries(texts), status: "published", version: await version() };
        return post(`/admin/${path}/${id}/edit`, values);
      },
      303,
    ],
    [
      "many at once",
      async () =>
        post(`/admin/${path}/selection?${new URLSearchParams({ id, change: "publish" })}`, {
          versions: `${id}:${await version()}`,
        }),
      303,
    ],
    ["the API", () => api("PUT", `/api/${path}/${id}`, { status: "published" }), 200],
  ])("becomes a call on publication by %s", async (_door, publish, status) => {
    expect(await calls()).toEqual([]);
    expect(await html(page, "premium")).not.toContain("Later Plc");
    expect((await publish()).status).toBe(status);
    expect(await calls()).toEqual([{ state: "open", fresh: true }]);
    expect(await isFresh()).toBe(true);
    expect(await html(page, "premium")).toContain("Later Plc");
    const [linked] = await database.rows(
      `select instrument_id is not null as linked from ${table} where id = ?`,
      [id],
    );
    expect(linked).toEqual({ linked: true });
  });

  it("withdraws its call when the record becomes a draft again, after one confirmation", async () => {
    await api("PUT", `/api/${path}/${id}`, { status: "published" });
    const { body: hidden } = await api("PUT", `/api/${path}/${id}`, { status: "draft" });
    expect(hidden.warnings.status).toContain("Saving as a draft withdraws it");
    expect(await calls()).toMatchObject([{ state: "withdrawn" }]);
    expect(await html(page, "premium")).not.toContain("Later Plc");
    await api("PUT", `/api/${path}/${id}`, { status: "published" });
    expect(await calls()).toMatchObject([{ state: "withdrawn" }, { state: "open", fresh: true }]);
    const refused = await post(`/admin/${path}?inline=on&save=${id}`, {
      ...{ status: "draft", version: await version() },
    });
    expect(refused.status).toBe(422);
    // The button in its row cannot ask for confirmation, so the form does.
    const button = await post(`/admin/${path}/${id}/publication`, {
      status: "draft",
      version: await version(),
    });
    expect(button.headers.get("Location")).toBe(`/admin/${path}/${id}/edit`);
    expect(await followRedirect(button)).toMatch(/Saving as a draft withdraws it.*Nothing was changed/);
    // A bulk change asks about several, each with its outcome.
    expect(await html(`/admin/${path}/selection?change=unpublish&id=${id}`)).toContain(
      "Saving as a draft withdraws it",
    );
    expect(await html(`/admin/${path}/selection?change=publish&id=${id}`)).not.toContain("is withdrawn");
    expect(await calls()).toMatchObject([{ state: "withdrawn" }, { state: "open" }]);
  });

  it("can be changed without confirmation, and readers see nothing", async () => {
    const changed = path === "trade-alert" ? { targetPrice: 170 } : { currentYTP: 170 };
    const { body: saved } = await api("PUT", `/api/${path}/${id}`, changed);
    expect(saved.warnings ?? {}).not.toHaveProperty("targetPrice");
    expect(await database.rows("select 1 from call_events")).toEqual([]);
    expect(saved.status).toBe("draft");
  });

  it("is the state of a copy", async () => {
    await api("PUT", `/api/${path}/${id}`, { status: "published" });
    const form = await html(`/admin/${path}/new?copy=${id}`);
    expect(form).toMatch(/checked=""[^>]*value="draft"|value="draft"[^>]*checked=""/);
  });

  it("is restored from the bin as a draft", async () => {
    await api("DELETE", `/api/${path}/${id}`);
    const [binned] = await database.rows<{ id: string }>(
      "select id from binned_records where record_id = ?",
      [id],
    );
    expect((await post(`/admin/bin/${binned?.id}`, {})).status).toBe(303);
    const [row] = await database.rows(`select status from ${table} where id = ?`, [id]);
    expect(row).toEqual({ status: "draft" });
    expect(await calls()).toEqual([]);
  });
});

it("counts an alert's period from its publication", async () => {
  const { id } = (await api("POST", "/api/trade-alert", { ...ALERT, status: "draft" })).body;
  await database.rows("update trade_alerts set created_at = now() - interval '10 days' where id = ?", [id]);
  await api("PUT", `/api/trade-alert/${id}`, { status: "published" });
  const [row] = await database.rows(
    "select ends_at > now() + interval '13 days' as whole, abs(extract(epoch from created_at - (select made_at from calls))) < 5 as same from trade_alerts",
  );
  expect(row).toEqual({ whole: true, same: true });
});
