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

const END = "2126-08-14T13:40:00.000Z";

const member = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: "m.bea@demo.test",
    firstname: "Bea",
    lastname: "Lund",
    subscription: "Premium",
    subscription_expires_at: END,
    ...values,
  });

const held = async (id: string) => {
  const [row] = await database.rows<{ tier: string; until: Date | null; version: number }>(
    "select subscription as tier, subscription_expires_at as until, version from members where id = ?",
    [id],
  );
  return { ...row, until: row?.until ? new Date(row.until).toISOString() : null };
};
const UNTOUCHED = { tier: "Premium", until: END, version: 1 };

const changes = () => database.rows("select action, detail from changes order by created_at");

const LIST = "/admin/manage-users?q=m.&size=10";
const inList = (id: string, subscription: string) =>
  post(`/admin/manage-users/subscriptions/${id}?q=m.&size=10`, { subscription, version: "1" });
const onPage = (id: string, subscription: string) =>
  post(`/admin/manage-users/${id}/subscription?q=m.`, { subscription, version: "1" });

describe("a tier change that would end a term", () => {
  it.each([
    ["the list", inList, LIST],
    ["the member's page", onPage, "/admin/manage-users/ID?q=m."],
  ])(
    "from %s changes nothing before its confirmation",
    spec("2.4-7 admin may switch user"),
    async (_from, ask, back) => {
      const id = await member();
      const redirect = await ask(id, "Private");
      expect(redirect.status).toBe(303);
      const question = redirect.headers.get("Location") ?? "";
      expect(question).toContain(`/admin/manage-users/${id}/tier?`);
      expect(await held(id)).toEqual(UNTOUCHED);
      expect(await changes()).toEqual([]);

      const confirmation = await html(question);
      expect(confirmation).toContain('role="alertdialog"');
      expect(confirmation).toContain("Switch Bea Lund to Private?");
      expect(confirmation).toMatch(/Premium until .*14 August 2126.* ends now/);
      const home = back.replace("ID", id);
      expect(confirmation).toContain(`href="${home}"`);

      const done = await post(question, { subscription: "Private", version: "1" });
      expect([done.status, done.headers.get("Location")]).toEqual([303, home]);
      expect(await followRedirect(done)).toContain("Bea Lund is now on Private");
      expect(await held(id)).toEqual({ tier: "Private", until: null, version: 2 });
    },
  );

  it("lists what Basic takes away", async () => {
    const question = (await inList(await member(), "Basic")).headers.get("Location") ?? "";
    expect(await html(question)).toContain("They lose access to it immediately");
  });

  it("logs both tiers and the lost end, from the list and from the API", async () => {
    const byList = await member();
    await post(`/admin/manage-users/${byList}/tier?to=Private`, { subscription: "Private", version: "1" });
    const byApi = await member({ email: "m.second@demo.test", subscription: "Private" });
    const put = await api("PUT", `/api/admin/subscription/${byApi}`, { subscription: "Basic" });
    expect(put.status).toBe(200);
    const fields = ["subscription", "subscriptionExpiresAt"];
    const until = { from: END, to: null };
    expect(await changes()).toEqual([
      { action: "switched", detail: { fields, from: "Premium", to: "Private", until } },
      { action: "switched", detail: { fields, from: "Private", to: "Basic", until } },
    ]);
    expect(await html(`/admin/manage-users/${byList}`)).toContain(
      "switched the member to Private, was Premium until 14 Aug 2126",
    );
    expect(await html("/admin")).toContain("to Basic, was Private until 14 Aug 2126");
  });

  it("needs a second confirmation if somebody else changed it, with both values", async () => {
    const id = await member({ version: 2 });
    const refused = await post(`/admin/manage-users/${id}/tier?to=Private`, {
      subscription: "Private",
      version: "1",
    });
    expect(refused.status).toBe(409);
    const conflict = await refused.text();
    expect(conflict).toContain(
      "You chose Private; the current subscription is Premium until 14 August 2126.",
    );
    expect(conflict).toContain('name="version" value="2"');
    expect(await held(id)).toEqual({ ...UNTOUCHED, version: 2 });
  });

  it.each([
    ["Basic", null],
    ["Premium", null],
    ["Premium", "2020-01-01T00:00:00Z"],
  ])("is not needed from %s until %j: one step is enough", async (tier, until) => {
    const id = await member({ subscription: tier, subscription_expires_at: until });
    expect((await inList(id, "Private")).headers.get("Location")).toBe(LIST);
    expect(await held(id)).toEqual({ tier: "Private", until: null, version: 2 });
  });

  it("has no confirmation for unknown members, for the same tier, or for editors", async () => {
    const id = await member();
    const page = `/admin/manage-users/${id}`;
    expect((await get("/admin/manage-users/nobody/tier?to=Basic")).status).toBe(404);
    expect((await get(`${page}/tier?to=Basic`, "editor")).status).toBe(403);
    expect((await post(`${page}/tier?to=Basic`, { subscription: "Basic" }, "editor")).status).toBe(403);
    for (const to of ["", "?to=Gold", "?to=Premium"]) {
      expect((await get(`${page}/tier${to}`)).headers.get("Location")).toBe(page);
    }
    expect((await post(`${page}/tier?to=Basic`, { subscription: "Gold" })).status).toBe(422);
    expect(await held(id)).toEqual(UNTOUCHED);
  });
});

describe("the end of access", () => {
  const edit = (id: string, values: Record<string, string>) =>
    post(`/admin/manage-users/${id}/edit?q=m.`, { firstname: "Bea", lastname: "Lund", ...values });

  it("is a day in the member's form, included in the access, and the log keeps old and new", async () => {
    const id = await member();
    const form = await html(`/admin/manage-users/${id}/edit`);
    expect(form).toMatch(/<input[^>]*name="accessUntil"[^>]*>/);
    expect(form).toContain('value="2126-08-14"');
    const saved = await edit(id, { accessUntil: "2126-09-30", version: "1" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/admin/manage-users/${id}?q=m.`]);
    const until = "2126-09-30T23:59:59.999Z";
    expect(await held(id)).toEqual({ tier: "Premium", until, version: 2 });
    expect(await changes()).toEqual([
      { action: "edited", detail: { fields: ["subscriptionExpiresAt"], until: { from: END, to: until } } },
    ]);
    expect(await html(`/admin/manage-users/${id}`)).toContain("access until 30 Sep 2126");
  });

  it(
    "and the reminder preference can be set by staff for the member",
    spec("beyond members say whether they"),
    async () => {
      const id = await member();
      await edit(id, { remindByMail: "no", version: "1" });
      expect((await changes())[0]).toMatchObject({ detail: { fields: ["remindByMail"] } });
      const page = await html(`/admin/manage-users/${id}`);
      expect(page).toMatch(/<dt>Reminders<\/dt><dd>None<\/dd>/);
      expect(page).toContain("edited the member (reminders)");
      await edit(id, { version: "2" });
      expect(await html(`/admin/manage-users/${id}`)).toMatch(/<dt>Reminders<\/dt><dd>None<\/dd>/);
    },
  );

  it("empty means no end; untouched or absent it keeps its minute", async () => {
    const id = await member();
    await edit(id, { lastname: "Berg", accessUntil: "2126-08-14", version: "1" });
    await edit(id, { lastname: "Lund", version: "2" });
    expect(await held(id)).toMatchObject({ until: END });
    await edit(id, { accessUntil: "", version: "3" });
    expect(await held(id)).toEqual({ tier: "Premium", until: null, version: 4 });
    expect(await html(`/admin/manage-users/${id}`)).toContain("without an end date, was until 14 Aug 2126");
  });

  it("reopens an ended membership", async () => {
    const id = await member({ subscription_expires_at: "2020-01-01T00:00:00Z" });
    await edit(id, { accessUntil: "2126-01-31" });
    expect(await html(`/admin/manage-users/${id}`)).toContain("31 Jan 2126");
    const { body } = await api("GET", "/api/admin/get-users");
    expect(body.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ subscription: "Premium" });
  });

  it.each([
    ["2020-01-01", "The last day of access must be today or later. To end access now, switch to Basic"],
    ["2126-02-30", "Access until must be a date such as 2027-08-14"],
    ["soon", "Access until must be a date such as 2027-08-14"],
    ["9999-12-31", "Access until must be before the year 2200"],
    ["275760-09-13", "Access until must be a date such as 2027-08-14"],
  ])("rejects %j and keeps the input", async (day, words) => {
    const id = await member();
    const refused = await edit(id, { lastname: "Typed", accessUntil: day, version: "1" });
    expect(refused.status).toBe(422);
    const formPage = await refused.text();
    expect(formPage).toContain(words);
    expect(formPage).toContain('value="Typed"');
    expect(await held(id)).toEqual(UNTOUCHED);
  });

  it("exists for paid tiers only", async () => {
    const id = await member({ subscription: "Basic", subscription_expires_at: null });
    expect(await html(`/admin/manage-users/${id}/edit`)).not.toContain('name="accessUntil"');
    const refused = await edit(id, { accessUntil: "2126-01-31" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Only Premium and Private access can have an end date");
    expect(await held(id)).toMatchObject({ tier: "Basic", until: null });
  });

  it("is not saved over a payment that arrived in the meantime", async () => {
    const id = await member({ version: 2 });
    const refused = await edit(id, { accessUntil: "2126-01-31", version: "1" });
    expect(refused.status).toBe(409);
    const conflict = await refused.text();
    expect(conflict).toContain('value="2126-01-31"');
    expect(conflict).toMatch(/Saved by somebody else:.*2126-08-14/s);
    expect(await held(id)).toEqual({ ...UNTOUCHED, version: 2 });
  });

  it("opens and closes locked content at the member's next request", async () => {
    const brief = await insertRecord(database, "daily_briefs", { analysis: "Only for those who pay." });
    const [lapsed] = await database.rows<{ id: string }>(
      "select id from members where email = 'lapsed@demo.test'",
    );
    const reads = async () => {
      const page = await app.request(`/daily-brief/${brief}`, { cookies: await app.cookiesOf("lapsed") });
      return (await page.text()).includes("Only for those who pay.");
    };
    expect(await reads()).toBe(false);
    await post(`/admin/manage-users/${lapsed?.id}/edit`, { accessUntil: "" });
    expect(await reads()).toBe(true);
  });
});
