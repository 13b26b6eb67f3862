import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

const SUPERADMIN = "superadmin";
const RECORD = "22222222-2222-4222-8222-222222222222";
const pageOf = (id: string) => `/admin/settings/webhooks/${id}`;

const insertOn = (more: Record<string, string> = {}) =>
  insertRecord(database, "webhooks", { enabled: true, disabled_at: null, disabled_reason: null, ...more });

let webhook: string;
beforeEach(async () => {
  for (const table of ["webhooks", "webhook_deliveries", "changes"])
    await database.rows(`delete from ${table}`);
  webhook = await insertOn({ name: "The app" });
});

type Columns = Partial<Record<"kind" | "change" | "state" | "reason" | "answer", string>> & {
  status?: number;
  attempts?: number;
};

let number = 0;
async function deliver(of: string, { state = "delivered", ...more }: Columns = {}): Promise<string> {
  number += 1;
  const hasEnded = state === "delivered" || state === "failed";
  const columns: Record<string, unknown> = {
    ...{ webhook_id: of, number, kind: "news", record_id: RECORD, change: "saved", changed_at: new Date() },
    ...{ state, ended_at: hasEnded ? new Date() : null, tried_at: hasEnded ? new Date() : null, ...more },
    created_at: new Date(Date.UTC(2026, 6, 1) + number * 1000),
  };
  const names = Object.keys(columns);
  const [row] = await database.rows<{ id: string }>(
    `insert into webhook_deliveries (${names.join(", ")}) values (${names.map(() => "?").join(", ")}) returning id`,
    Object.values(columns),
  );
  return row?.id ?? "";
}

const rows = () =>
  database.rows<{ id: string; state: string; attempts: number }>(
    "select id, state, attempts, ended_at, webhook_id from webhook_deliveries order by number",
  );
const actions = async () =>
  (await database.rows<{ action: string }>("select action from changes order by created_at, id")).map(
    ({ action }) => action,
  );
const text = async (path: string) => (await html(path, SUPERADMIN)).replace(/<[^>]+>/g, " ");
const lines = (page: string) => page.split('scope="row"').length - 1;

describe("the log of a webhook", () => {
  it("is empty at first, and has the answers for people", async () => {
    expect(await text(pageOf(webhook))).toContain("No deliveries yet.");
    await deliver(webhook, { status: 204, attempts: 1 });
    await deliver(webhook, {
      ...{ kind: "calls", change: "closed", state: "failed", attempts: 10, status: 500 },
      ...{ reason: "It answered with status 500.", answer: "<script>alert(1)</script>" },
    });
    await deliver(webhook, { kind: "members", change: "deleted", state: "waiting", attempts: 2 });
    const page = await (await get(pageOf(webhook), SUPERADMIN)).text();
    expect(page).not.toContain("<script>alert(1)");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const words = await text(pageOf(webhook));
    for (const each of [
      "News: saved",
      "Delivered",
      "204",
      "Closed calls: closed",
      "Failed",
      "Members: deleted",
    ])
      expect(words).toContain(each);
    for (const each of ["It answered with status 500.", "What it said", "Waiting", "Next attempt"])
      expect(words).toContain(each);
  });

  it("links to records that have a page, and not to what is deleted", async () => {
    const links: [string, string, string | undefined][] = [
      ["news", "saved", `/admin/news/${RECORD}/edit`],
      ["markets", "saved", `/admin/market/${RECORD}/edit`],
      ["banners", "saved", `/admin/banner/${RECORD}/edit`],
      ["members", "saved", `/admin/manage-users/${RECORD}`],
      ["calls", "closed", `/admin/calls/${RECORD}`],
      ["news", "deleted", undefined],
      ["webhooks", "test", undefined],
    ];
    for (const [kind, change, link] of links) {
      await database.rows("delete from webhook_deliveries");
      await deliver(webhook, { kind, change });
      const page = await html(pageOf(webhook), SUPERADMIN);
      const found = page.includes(`href="/admin/${link?.split("/")[2]}/${RECORD}`);
      expect([kind, change, found]).toEqual([kind, change, link !== undefined]);
      if (link) expect(page).toContain(`href="${link}"`);
      else expect(page).not.toContain(RECORD);
    }
  });

  it("has pages of fifty, each once, also of one state", async () => {
    for (let n = 0; n < 101; n += 1) await deliver(webhook, { state: n % 2 ? "failed" : "delivered" });
    await deliver(await insertOn());
    const all = (await rows()).filter((row) => "webhook_id" in row && row.webhook_id === webhook);
    for (const [query, expected] of [
      ["", all.map(({ id }) => id)],
      ["?state=failed", all.filter(({ state }) => state === "failed").map(({ id }) => id)],
    ] as const) {
      const seen: string[] = [];
      let next: string | undefined = `${pageOf(webhook)}${query}`;
      while (next) {
        const page: string = await html(next, SUPERADMIN);
        const found = [...page.matchAll(/name="delivery" value="([^"]+)"/g)].map(([, id]) => id ?? "");
        expect(lines(page)).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(50);
        seen.push(...found);
        next = /href="([^"]+)"[^>]*>Older deliveries/.exec(page)?.[1]?.replaceAll("&amp;", "&");
      }
      expect(seen).toEqual(expected.toReversed());
    }
    expect(await html(`${pageOf(webhook)}?state=waiting`, SUPERADMIN)).toContain("No such deliveries.");
    for (const query of ["?state=nonsense", "?before=nonsense", "?before=%00", "?state=failed&before=aGk"])
      expect(lines(await html(`${pageOf(webhook)}${query}`, SUPERADMIN))).toBe(50);
  });
});

describe("sending again", () => {
  it("is for one that has ended, with the same id, and is logged", async () => {
    const [failed, delivered] = [
      await deliver(webhook, { state: "failed", attempts: 10 }),
      await deliver(webhook),
    ];
    for (const delivery of [failed, delivered]) {
      const answer = await post(pageOf(webhook), { change: "again", delivery }, SUPERADMIN);
      expect(await followRedirect(answer, SUPERADMIN)).toContain("It is sent again within a few seconds.");
    }
    expect(await rows()).toMatchObject(
      [failed, delivered].map((id) => ({ id, state: "waiting", attempts: 0, ended_at: null })),
    );
    expect(await actions()).toEqual(Array(2).fill("sent a delivery again to"));
    const twice = await post(pageOf(webhook), { change: "again", delivery: failed }, SUPERADMIN);
    expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining("sent already")]);
  });

  it("is refused for deliveries of others, of nobody, and while the webhook is off", async () => {
    const other = await deliver(await insertOn(), { state: "failed" });
    const own = await deliver(webhook, { state: "failed" });
    for (const delivery of [other, RECORD, "nonsense", ""])
      expect([
        delivery,
        (await post(pageOf(webhook), { change: "again", delivery }, SUPERADMIN)).status,
      ]).toEqual([delivery, 409]);
    await database.rows(
      "update webhooks set enabled = false, disabled_at = now(), disabled_reason = 'By hand.' where id = ?",
      [webhook],
    );
    for (const change of ["again", "all-again", "test"]) {
      const refused = await post(pageOf(webhook), { change, delivery: own }, SUPERADMIN);
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining("This webhook is off. Turn it on first."),
      ]);
    }
    const page = await html(pageOf(webhook), SUPERADMIN);
    for (const words of ["Send again", "Send all failed again"]) expect(page).not.toContain(words);
    expect((await rows()).every(({ state }) => state === "failed")).toBe(true);
    expect(await actions()).toEqual([]);
  });

  it("is for all that failed, of this webhook alone", async () => {
    await deliver(await insertOn(), { state: "failed" });
    await deliver(webhook);
    expect(await html(pageOf(webhook), SUPERADMIN)).not.toContain("Send all failed again");
    for (let n = 0; n < 3; n += 1) await deliver(webhook, { state: "failed", attempts: 10 });
    expect(await html(pageOf(webhook), SUPERADMIN)).toContain("Send all failed again");
    const answer = await post(pageOf(webhook), { change: "all-again" }, SUPERADMIN);
    expect(await followRedirect(answer, SUPERADMIN)).toContain("3 deliveries are sent again.");
    expect((await rows()).map(({ state }) => state)).toEqual([
      ...["failed", "delivered", "waiting", "waiting", "waiting"],
    ]);
    expect((await post(pageOf(webhook), { change: "all-again" }, SUPERADMIN)).status).toBe(409);
    expect(await actions()).toEqual(["sent what failed again to"]);
  });

  it("adds a test event", async () => {
    const answer = await post(pageOf(webhook), { change: "test" }, SUPERADMIN);
    expect(await followRedirect(answer, SUPERADMIN)).toContain(
      "The test event is sent within a few seconds.",
    );
    expect(await text(pageOf(webhook))).toContain("Test event");
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 0 }]);
  });

  it.each(["", "nonsense", "toString"])("is refused for the change %j", async (change) => {
    expect((await post(pageOf(webhook), { change }, SUPERADMIN)).status).toBe(400);
  });
});
