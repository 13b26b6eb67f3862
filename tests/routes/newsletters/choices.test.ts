import { insertReader } from "tests/support/newsletters";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { countReaders, wantedNewsletters } from "~/features/newsletters/choices.queries.server";
import { unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";

setUpStaffApp();

const wanted = async (id: string) => [...(await wantedNewsletters(id))].toSorted();
const ALL = ["alerts", "briefs", "news", "weekly"];

describe("the address to unsubscribe", () => {
  const path = async (memberId: string, newsletter = "briefs") =>
    `/unsubscribe/${newsletter}/${await unsubscribeToken(memberId)}`;

  it("an opened link changes nothing, however often programs check it", async () => {
    const id = await insertReader("opened");
    const address = await path(id);
    for (let nth = 0; nth < 20; nth += 1) expect((await app.request(address)).status).toBe(200);
    expect(await wanted(id)).toEqual(ALL);
  });

  it("a bare one-click request from anywhere ends one newsletter, without cookie or redirect", async () => {
    const id = await insertReader("clicked");
    const answer = await app.request(await path(id), {
      method: "POST",
      body: { "List-Unsubscribe": "One-Click" },
      headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(await answer.text()).toContain("You are no longer subscribed to “Daily briefs”.");
    expect(await wanted(id)).toEqual(["alerts", "news", "weekly"]);
  });

  it.each([
    ["no body", undefined, undefined],
    ["a text", "List-Unsubscribe=One-Click", "text/plain"],
    ["a broken form", "--x", "multipart/form-data; boundary=y"],
  ])("a request with %s ends the newsletter", async (name, body, type) => {
    const id = await insertReader(name.replaceAll(" ", "-"));
    const headers = type ? { "Content-Type": type } : undefined;
    const answer = await app.request(await path(id), { method: "POST", body, headers });
    expect(answer.status).toBe(200);
    expect(await wanted(id)).toEqual(["alerts", "news", "weekly"]);
  });

  it("a repeated request changes nothing more, and the page starts the newsletter again", async () => {
    const id = await insertReader("again");
    const address = await path(id);
    for (let nth = 0; nth < 3; nth += 1) await app.request(address, { method: "POST", body: {} });
    expect(await wanted(id)).toEqual(["alerts", "news", "weekly"]);
    const page = await app.request(address, { method: "POST", body: { again: "yes" } });
    expect(await page.text()).toContain("You are subscribed to “Daily briefs” again.");
    expect(await wanted(id)).toEqual(ALL);
  });

  it("a forged token gets 404 when opened and 200 when posted, and changes nothing", async () => {
    const token = await unsubscribeToken(await insertReader("forged"));
    const forged = `/unsubscribe/briefs/${token.slice(0, -2)}AA`;
    expect((await app.request(forged)).status).toBe(404);
    expect((await app.request(forged, { method: "POST", body: {} })).status).toBe(200);
    expect((await app.request("/unsubscribe/nothing/x", { method: "POST", body: {} })).status).toBe(404);
  });

  it("a deleted member’s link answers 200 to a one-click request", async () => {
    const id = await insertReader("deleted");
    const address = await path(id);
    await database.rows("delete from members where id = ?", [id]);
    expect((await app.request(address, { method: "POST", body: {} })).status).toBe(200);
    expect(await database.rows("select from newsletter_choices where member_id = ?", [id])).toEqual([]);
  });
});

describe("a member's notifications", () => {
  it("boxes that nobody changed are left alone", async () => {
    const id = await memberIdOf("premium");
    await database.rows(
      "insert into newsletter_choices (member_id, newsletter, is_on) values (?, 'news', false)",
      [id],
    );
    const sent = { shown: "briefs alerts news weekly", briefs: "on", news: "on", reminders: "on" };
    await post("/dashboard/notifications", sent, "premium");
    expect(await wanted(id)).toEqual(["briefs"]);
  });

  it("reminders that are switched off elsewhere leave the newsletters as they are", async () => {
    const id = await memberIdOf("private");
    const profile = { firstname: "Ada", lastname: "Test", remindByMail: "no" };
    expect((await post("/dashboard", profile, "private")).status).toBe(303);
    expect(await wanted(id)).toEqual(ALL);
  });

  it("a member chooses newsletters on a page, where an empty box switches one off", async () => {
    const id = await memberIdOf("basic");
    const page = await html("/dashboard/notifications", "basic");
    expect(page).toContain('aria-current="page"');
    const answer = await post("/dashboard/notifications", { alerts: "on", reminders: "on" }, "basic");
    expect(await followRedirect(answer, "basic")).toContain("Your choice was saved.");
    expect(await wanted(id)).toEqual(["alerts"]);
    await post("/dashboard/notifications", { briefs: "on" }, "basic");
    expect(await wanted(id)).toEqual(["briefs"]);
    const others = () =>
      database.rows("select remind_by_mail, gets_messages from members where id = ?", [id]);
    expect(await others()).toEqual([{ remind_by_mail: false, gets_messages: false }]);
    await post("/dashboard/notifications", { briefs: "on", messages: "on" }, "basic");
    expect(await others()).toEqual([{ remind_by_mail: false, gets_messages: true }]);
  });

  it("a member without a choice gets newsletters unless reminders are off", async () => {
    expect(await wanted(await insertReader("quiet", "Basic", { remind_by_mail: false }))).toEqual([]);
  });

  it("a visitor is sent to the sign-in, and staff do not see the page", async () => {
    expect((await app.request("/dashboard/notifications")).headers.get("Location")).toContain("/login");
    expect((await get("/dashboard/notifications", "editor")).status).not.toBe(200);
  });
});

it("the count of readers has those who did not choose, those who chose, and subscribers", async () => {
  const news = async () => (await countReaders()).get("news") ?? 0;
  const before = await news();
  const choose = (id: string, isOn: boolean) =>
    database.rows("insert into newsletter_choices (member_id, newsletter, is_on) values (?, 'news', ?)", [
      id,
      isOn,
    ]);
  await insertReader("counted");
  await choose(await insertReader("counted-off"), false);
  await choose(await insertReader("counted-on", "Basic", { remind_by_mail: false }), true);
  await choose(await insertReader("counted-on-again"), true);
  await insertReader("counted-quiet", "Basic", { remind_by_mail: false });
  await choose(await insertReader("counted-inactive", "Basic", { status: "inactive" }), true);
  await database.rows(
    "insert into subscribers (email, newsletters, confirmed_at) values ('counted@visitors.test', '{briefs,news}', now()), ('counted-too@visitors.test', '{briefs}', now())",
  );
  expect((await news()) - before).toBe(4);
});
