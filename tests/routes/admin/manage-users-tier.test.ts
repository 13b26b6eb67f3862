import { withFailingWrites } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

beforeEach(async () => {
  await database.rows("delete from members where email like 'm.%'");
  await database.rows("delete from changes");
});

const SOON = new Date(Date.now() + 9 * 86_400_000);

const member = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: "m.bea@demo.test",
    firstname: "Bea",
    lastname: "Lund",
    ...values,
  });

const storedMember = async (id: string) => {
  const [row] = await database.rows<{ subscription: string; ends: boolean; version: number }>(
    `select subscription, subscription_expires_at is not null as ends, version from members where id = ?`,
    [id],
  );
  return row;
};

const LIST = "/admin/manage-users?q=m.&size=10";
const rowPath = (id: string) => `/admin/manage-users/subscriptions/${id}?q=m.&size=10`;
const switchTo = (id: string, subscription: string, more: Record<string, string> = {}) =>
  post(rowPath(id), { subscription, ...more });

/** The same, and confirms that a term would end. */
async function confirmSwitch(id: string, subscription: string, more: Record<string, string>) {
  const answer = await switchTo(id, subscription, more);
  const to = answer.headers.get("Location") ?? "";
  return to.includes("/tier?") ? post(to, { subscription, ...more }) : answer;
}

describe("a tier change in the list", () => {
  it.each([
    ["Basic", null, "Premium"],
    ["Premium", SOON, "Private"],
    ["Private", SOON, "Basic"],
    ["Premium", new Date(0), "Premium"],
  ])(
    "from %s (until %j) to %s sets no end date and drops the old one",
    spec("2.4-7 admin may switch user"),
    async (from, until, to) => {
      const id = await member({ subscription: from, subscription_expires_at: until });
      const done = await confirmSwitch(id, to, { version: "1" });
      expect([done.status, done.headers.get("Location")]).toEqual([303, LIST]);
      expect(await followRedirect(done)).toContain(`Bea Lund is now on ${to}`);
      expect(await storedMember(id)).toMatchObject({ subscription: to, ends: false, version: 2 });
    },
  );

  it("adds a change log entry with old and new tier", async () => {
    const id = await member();
    await switchTo(id, "Private");
    const lines = await database.rows("select staff_name, action, record_title, detail from changes");
    expect(lines).toEqual([
      {
        staff_name: "admin tester",
        action: "switched",
        record_title: "Bea Lund",
        detail: { fields: ["subscription"], from: "Basic", to: "Private" },
      },
    ]);
    expect(await html("/admin", "superadmin")).toMatch(
      new RegExp(
        `switched the member <a href="/admin/manage-users/${id}"><bdi>Bea Lund</bdi></a> to Private`,
      ),
    );
  });

  it("to the current tier does nothing: its end stays", async () => {
    const id = await member({ subscription: "Premium", subscription_expires_at: SOON });
    const done = await switchTo(id, "Premium");
    expect(await followRedirect(done)).toContain("Bea Lund is already on Premium");
    expect(await storedMember(id)).toMatchObject({ subscription: "Premium", ends: true, version: 1 });
    expect(await database.rows("select 1 from changes")).toEqual([]);
  });

  it("opens locked content at the member's next request, and closes it again", async () => {
    const brief = await insertRecord(database, "daily_briefs", { analysis: "Only for those who pay." });
    const [basic] = await database.rows<{ id: string }>(
      "select id from members where email = 'basic@demo.test'",
    );
    const reads = async () => {
      const page = await app.request(`/daily-brief/${brief}`, { cookies: await app.cookiesOf("basic") });
      return (await page.text()).includes("Only for those who pay.");
    };
    expect(await reads()).toBe(false);
    await switchTo(basic?.id ?? "", "Premium");
    expect(await reads()).toBe(true);
    await switchTo(basic?.id ?? "", "Basic");
    expect(await reads()).toBe(false);
  });

  it(
    "is refused if somebody else changed the member, with both values, and the row shows the new one",
    spec("2.4-7 save top newer one"),
    async () => {
      const id = await member();
      await database.rows(
        "update members set subscription = 'Premium', subscription_expires_at = '2126-08-14', version = 2 where id = ?",
        [id],
      );
      const refused = await switchTo(id, "Private", { version: "1" });
      expect(refused.status).toBe(409);
      const page = await refused.text();
      expect(page).toContain("You chose Private; the current subscription is Premium until 14 August 2126.");
      expect(page).toContain('name="version" value="2"');
      expect(await storedMember(id)).toMatchObject({ subscription: "Premium", ends: true });
      expect((await switchTo(id, "Private", { version: "2" })).status).toBe(303);
    },
  );

  it.each(["", "Gold", "basic; drop table members", "superadmin"])("rejects %j as a tier", async (tier) => {
    const id = await member();
    const refused = await switchTo(id, tier);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Subscription must be Basic, Premium or Private");
    expect(await storedMember(id)).toMatchObject({ subscription: "Basic", version: 1 });
  });

  it(
    "that fails shows a message in the list and changes nothing",
    spec("8 only logged user subscription"),
    async () => {
      const id = await member();
      const broken = await withFailingWrites(app, "update", "members", () => switchTo(id, "Private"));
      expect(broken.status).toBe(500);
      const page = await broken.text();
      expect(page).toMatch(/role="status" data-said="">Nothing was changed\. Please try again in a moment\./);
      expect(page).toContain("Bea Lund");
      expect(await storedMember(id)).toMatchObject({ subscription: "Basic" });
    },
  );

  it.each(["nobody", "11111111-1111-4111-8111-111111111111"])("returns 404 for %s", async (id) => {
    expect((await switchTo(id, "Premium")).status).toBe(404);
  });

  it("is closed to editors and visitors", async () => {
    const id = await member();
    expect((await post(rowPath(id), { subscription: "Private" }, "editor")).status).toBe(403);
    expect((await get(rowPath(id), "editor")).status).toBe(403);
    const visited = await get(rowPath(id));
    expect([visited.status, visited.headers.get("Location")]).toEqual([302, LIST]);
    expect(await storedMember(id)).toMatchObject({ subscription: "Basic", version: 1 });
  });

  it("succeeds once for ten requests on one version", async () => {
    const id = await member();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => switchTo(id, n % 2 ? "Premium" : "Private", { version: "1" })),
    );
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await database.rows("select 1 from changes")).toHaveLength(1);
  });
});

describe("PUT /api/admin/subscription/{id}", () => {
  const put = (id: string, body: unknown) => api("PUT", `/api/admin/subscription/${id}`, body);

  it(
    "changes the tier and returns the member",
    spec("2.4-7 user fields password write", "2.4-7 get api admin get"),
    async () => {
      const id = await member({ subscription: "Premium", subscription_expires_at: SOON });
      const done = await put(id, { subscription: "private" });
      expect(done.status).toBe(200);
      expect(done.body).toMatchObject({
        message: "Subscription updated successfully",
        user: { _id: id, subscription: "Private", email: "m.bea@demo.test" },
      });
      expect(JSON.stringify(done.body)).not.toMatch(/password/i);
      expect(await storedMember(id)).toMatchObject({ subscription: "Private", ends: false });
    },
  );

  it("rejects an invalid tier, an unknown member, an old version and other methods", async () => {
    const id = await member();
    expect(await put(id, { subscription: "Gold" })).toMatchObject({
      status: 422,
      body: {
        message: "Subscription must be Basic, Premium or Private",
        errors: { subscription: expect.any(String) },
      },
    });
    expect((await put(id, {})).status).toBe(422);
    expect((await put(id, { subscription: { $ne: "Basic" } })).status).toBe(422);
    expect(await put("nobody", { subscription: "Basic" })).toMatchObject({
      status: 404,
      body: { message: "Member not found." },
    });
    await database.rows("update members set version = 2 where id = ?", [id]);
    expect(await put(id, { subscription: "Premium", version: 1 })).toMatchObject({
      status: 409,
      body: { current: { subscription: "Basic" } },
    });
    const get = await api("GET", `/api/admin/subscription/${id}`);
    expect([get.status, get.headers.get("Allow")]).toEqual([405, "PUT"]);
    expect(await storedMember(id)).toMatchObject({ subscription: "Basic" });
  });
});
