import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, describe, expect, it, vi } from "vitest";

const ZONE = "America/New_York";
setUpStaffApp({ SITE_TZ: ZONE }, { doesJobs: true });
afterEach(() => database.empty("news", "daily_briefs", "videos", "trade_alerts"));

/** Every kind with a scheduled minute, and where readers find it. */
const KINDS = [
  { path: "news", table: "news", page: "/news", api: "/api/news", text: { title: "Copper to come" } },
  {
    ...{ path: "daily-brief", table: "daily_briefs", page: "/daily-brief", api: "/api/daily-brief" },
    text: { company_name: "Copper to come" },
  },
  { path: "videos", table: "videos", page: "/videos", api: "/api/videos", text: { title: "Copper to come" } },
  {
    ...{ path: "trade-alert", table: "trade_alerts", page: "/trade-alert", api: "/api/trade-alert" },
    text: { name: "Copper to come" },
  },
] as const;
type Kind = (typeof KINDS)[number];

const TO_COME = "2150-01-01T14:30:00.000Z";
const scheduled = ({ table, text }: Kind, publishAt: unknown = TO_COME) =>
  insertRecord(database, table, { ...text, publish_at: publishAt });

const ARTICLE = { title: "Copper to come", content: "Its text.", category: "Tech", status: "published" };
const ALERT = {
  ...{
    ticker: "CPPR",
    name: "Copper",
    tag: "buy",
    targetPrice: 12,
    analysis: "Why.",
    holdingPeriod: "3 weeks",
  },
  currentPrice: 10,
};

const add = (values: Record<string, string>) => post("/admin/news/new", { ...ARTICLE, ...values });
const saved = () =>
  database.rows<{ id: string; at: Date | null; created: Date; status: string }>(
    "select id, publish_at as at, created_at as created, status from news",
  );
/** Confirms an action on one ticked record. */
async function changeSelected(id: string, change: "publish" | "unpublish") {
  const [row] = await database.rows<{ version: number }>("select version from news where id = ?", [id]);
  return post(`/admin/news/selection?${new URLSearchParams({ id, change })}`, {
    versions: `${id}:${row?.version}`,
  });
}
const isoOf = (moment: Date | null | undefined) => moment && new Date(moment).toISOString();

describe("scheduling in the form", () => {
  it(
    "reads a minute in the site's zone, names the zone, and shows it again",
    spec("beyond come out minute site"),
    async () => {
      const form = await html("/admin/news/new");
      expect(form).toMatch(
        /<input[^>]*type="datetime-local"[^>]*name="publishAt"|name="publishAt"[^>]*type="datetime-local"/,
      );
      expect(form).toContain(`Date and time in ${ZONE}`);
      expect((await add({ publishAt: "2150-01-01T09:30" })).status).toBe(303);
      const [article] = await saved();
      expect([isoOf(article?.at), isoOf(article?.created)]).toEqual([TO_COME, TO_COME]);
      expect(await html(`/admin/news/${article?.id}/edit`)).toContain('value="2150-01-01T09:30"');
    },
  );

  it("rejects an hour that clocks skip in spring, and keeps the input", async () => {
    // The second Sunday of March: 3:00 follows 2:00.
    const refused = await add({ publishAt: "2148-03-10T02:30" });
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain(`Publish at: 02:30 does not exist in ${ZONE} on that day`);
    expect(text).toContain('value="2148-03-10T02:30"');
    expect(text).toContain('value="Copper to come"');
    expect(await saved()).toEqual([]);
  });

  it("uses the first of two equal hours in autumn", async () => {
    // The first Sunday of November.
    await add({ publishAt: "2148-11-03T01:30" });
    expect(isoOf((await saved())[0]?.at)).toBe("2148-11-03T05:30:00.000Z");
  });

  it.each([
    ["2001-01-01T09:30", "“Publish at” is in the past. Choose a later time"],
    ["soon", "Publish at must be"],
    ["9998-12-31T09:30", "Publish at must be in a year from 2000 to 2199"],
    ["2300-01-01T00:00Z", "Publish at must be in a year from 2000 to 2199"],
    ["1999-01-01T09:30", "Publish at must be in a year from 2000 to 2199"],
    [new Date().toISOString(), /“Publish at” is (the current minute|in the past)\. Choose a later time/],
  ])("rejects %s for its own reason", async (publishAt, reason) => {
    const refused = await add({ publishAt });
    expect(refused.status).toBe(422);
    const text = await refused.text();
    if (typeof reason === "string") expect(text).toContain(reason);
    else expect(text).toMatch(reason);
    expect(await saved()).toEqual([]);
  });

  it("does not hide published records, except as drafts", async () => {
    const id = await insertRecord(database, "news", ARTICLE);
    const inMinutes = (values: object) =>
      post(`/admin/news/${id}/edit`, { ...ARTICLE, ...values, publishAt: "2150-01-01T09:30" });
    const refused = await inMinutes({});
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("It is already published");
    expect((await inMinutes({ status: "draft" })).status).toBe(303);
    expect((await inMinutes({})).status).toBe(303);
    expect(await (await get("/api/news", "visitor")).json()).toEqual([]);
  });

  it("dates an article published before its minute to that moment", async () => {
    await add({ publishAt: "2150-01-01T09:30" });
    const id = (await saved())[0]?.id;
    expect((await post(`/admin/news/${id}/edit`, { ...ARTICLE, publishAt: "" })).status).toBe(303);
    const [article] = await saved();
    expect(article?.at).toBeNull();
    const [{ fresh } = { fresh: false }] = await database.rows<{ fresh: boolean }>(
      "select created_at <= now() and created_at > now() - interval '1 hour' as fresh from news",
    );
    expect(fresh).toBe(true);
  });

  it.each([
    ["the form", (id: string) => post(`/admin/news/${id}/edit`, { ...ARTICLE, status: "published" })],
    [
      "the list",
      (id: string) => post(`/admin/news/${id}/publication`, { version: "1", status: "published" }),
    ],
    ["many at once", (id: string) => changeSelected(id, "publish")],
    ["the API", (id: string) => api("PUT", `/api/news/${id}`, { status: "published" })],
  ])("dates an old draft published by %s to that moment, once", async (_, publish) => {
    const [before, between] = ["2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"];
    const id = await insertRecord(database, "news", { ...ARTICLE, status: "draft", created_at: before });
    await insertRecord(database, "news", { ...ARTICLE, title: "Between", created_at: between });
    await publish(id);
    const newest = async () => {
      const list = (await (await get("/api/news", "visitor")).json()) as {
        title: string;
        createdAt: string;
      }[];
      return list.map(({ title }) => title);
    };
    expect(await newest()).toEqual([ARTICLE.title, "Between"]);
    // A record that was published before is no news when it returns.
    await database.rows("update news set created_at = ?, first_published_at = ? where id = ?", [
      before,
      before,
      id,
    ]);
    await database.rows("update news set status = 'draft', version = 1 where id = ?", [id]);
    await publish(id);
    expect(await newest()).toEqual(["Between", ARTICLE.title]);
  });

  it("publishes a draft at once, dated now, if its minute has passed", async () => {
    const id = await insertRecord(database, "news", {
      ...ARTICLE,
      status: "draft",
      publish_at: "2020-01-01T00:00:00Z",
    });
    expect((await post(`/admin/news/${id}/publication`, { status: "published", version: "1" })).status).toBe(
      303,
    );
    const [article] = await saved();
    expect([article?.status, article?.at]).toEqual(["published", null]);
    expect(Number(new Date(article?.created ?? 0))).toBeGreaterThan(Date.UTC(2021, 0));
  });
});

describe.each(KINDS)("a scheduled record of $path", (kind) => {
  it("appears with its time for staff, and for no reader", spec("beyond come out minute site"), async () => {
    const id = await scheduled(kind);
    const list = await html(`/admin/${kind.path}`);
    expect(list).toContain("Scheduled");
    expect(list).toMatch(/1 Jan 2150/);
    for (const person of ["visitor", "basic", "premium", "private"] as const) {
      const pages = [kind.page, `${kind.page}/${id}`, "/", "/feed.xml", "/search?q=copper", kind.api];
      for (const path of pages) expect(await html(path, person)).not.toContain("to come");
      expect((await get(`${kind.page}/${id}`, person)).status).toBe(404);
      expect((await get(`${kind.api}/${id}`, person)).status).toBe(404);
    }
  });

  it("is found by its own filter", async () => {
    await scheduled(kind);
    await insertRecord(database, kind.table);
    const rows = async (status: string) =>
      (await html(`/admin/${kind.path}?status=${status}`)).match(/<tr id="row-/g)?.length ?? 0;
    expect([await rows("scheduled"), await rows("published")]).toEqual([1, 1]);
    expect(await html(`/admin/${kind.path}?status=scheduled`)).toContain("opper to come");
  });

  it("appears in a cached page from its minute on", spec("beyond come out minute site"), async () => {
    const soon = new Date(Date.now() + 3_000);
    expect((await get(kind.page, "visitor")).status).toBe(200);
    const values = { ...Object.fromEntries(Object.keys(kind.text).map((name) => [name, "Nickel at noon"])) };
    const id = await insertRecord(database, kind.table, { ...values, publish_at: soon });
    const isOut = async () => expect((await get(`${kind.page}/${id}`, "visitor")).status).toBe(200);
    await vi.waitFor(isOut, 120_000);
    expect(await html(kind.page, "premium")).toContain("Nickel at noon");
  });
});

describe("scheduling in the API", () => {
  it("uses ISO 8601, and readers get nothing before the minute", async () => {
    const added = await api("POST", "/api/news", { ...ARTICLE, publishAt: "2150-01-01T15:30:20+01:00" });
    expect(added).toMatchObject({ status: 201, body: { publishAt: TO_COME, createdAt: TO_COME } });
    const { id } = added.body as { id: string };
    expect((await get(`/api/news/${id}`, "visitor")).status).toBe(404);
    const put = await api("PUT", `/api/news/${id}`, { publishAt: null });
    expect(put).toMatchObject({ status: 200, body: { publishAt: null } });
    expect(Date.parse((put.body as { createdAt: string }).createdAt)).toBeLessThan(Date.parse(TO_COME));
    expect((await get(`/api/news/${id}`, "visitor")).status).toBe(200);
  });

  it.each([
    42,
    {},
    [],
    "soon",
    "2026-03-08T02:30",
    "2001-01-01T00:00:00Z",
    "a\u0000",
  ])("rejects %j with the name of the field", async (publishAt) => {
    const refused = await api("POST", "/api/news", { ...ARTICLE, publishAt });
    expect(refused).toMatchObject({ status: 422, body: { errors: { publishAt: expect.any(String) } } });
  });
});

describe("the call of a scheduled alert", () => {
  const callsOf = (id: string) =>
    database.rows<{ made: Date; price: string | null; later: boolean }>(
      "select made_at as made, entry_price as price, recorded_later as later from calls where record_id = ?",
      [id],
    );

  it("opens at the minute, at the current price", spec("beyond come out minute site"), async () => {
    const added = await api("POST", "/api/trade-alert", { ...ALERT, publishAt: "2150-01-01T14:30Z" });
    expect(added.status).toBe(201);
    const { id } = added.body as { id: string };
    expect(await callsOf(id)).toEqual([]);
    expect(await database.rows("select 1 from instruments where symbol = 'CPPR'")).toEqual([]);
    await database.rows(
      "update trade_alerts set current_price = 11, publish_at = now() + interval '2 seconds' where id = ?",
      [id],
    );
    await vi.waitFor(async () => expect(await callsOf(id)).toHaveLength(1), 120_000);
    const [alert] = await database.rows<{ at: Date; ends: Date; linked: boolean }>(
      "select publish_at as at, ends_at as ends, instrument_id is not null as linked from trade_alerts",
    );
    const [call] = await callsOf(id);
    expect(call).toMatchObject({ price: "11", later: false });
    expect(Number(call?.made)).toBeGreaterThanOrEqual(Number(alert?.at));
    expect(alert?.linked).toBe(true);
    // Three weeks from its publication on.
    expect(Number(alert?.ends) - Number(alert?.at)).toBe(21 * 86_400_000);
  });

  it("opens at once if staff publish earlier", async () => {
    const { body } = await api("POST", "/api/trade-alert", { ...ALERT, publishAt: "2150-01-01T14:30Z" });
    const { id } = body as { id: string };
    await api("PUT", `/api/trade-alert/${id}`, { publishAt: null });
    expect(await callsOf(id)).toMatchObject([{ price: "10", later: false }]);
  });
});

it("keeps its minute through bulk unpublishing and publishing", async () => {
  const id = await scheduled(KINDS[0]);
  await changeSelected(id, "unpublish");
  expect(await html("/admin/news?status=scheduled")).not.toContain("Copper to come");
  await changeSelected(id, "publish");
  expect(await html("/admin/news?status=scheduled")).toContain("Copper to come");
});
