import { insertReader, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { wantedNewsletters } from "~/features/newsletters/choices.queries.server";
import { confirmationToken, unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";

setUpStaffApp();
beforeEach(async () => {
  await removeReaders();
  await database.rows("delete from newsletters where newsletter like 'own-%'");
  await database.rows("delete from newsletter_choices where newsletter like 'own-%'");
  await database.rows("update newsletters set sender_name = null, sender_address = null");
});

const LETTER = { title: "Letters from the desk", hint: "Once a month.", senderName: "", senderAddress: "" };
const add = (more: Record<string, string> = {}) => post("/admin/newsletters/add", { ...LETTER, ...more });
const settings = (newsletter: string) => `/admin/newsletters/settings/${newsletter}`;
const stored = () =>
  database.rows<{ newsletter: string; title: string; hint: string | null; sender: string | null }>(
    `select newsletter, title, hint, sender_name || ' <' || sender_address || '>' as sender from newsletters
      where newsletter like 'own-%' order by newsletter`,
  );
const article = () => insertRecord(database, "news", { title: "What we learned", status: "published" });
const compose = (newsletter: string, record: string) =>
  `/admin/newsletters/new?${new URLSearchParams({ newsletter, record })}`;
const choose = async (readerId: string) =>
  app.request(`/unsubscribe/own-1/${await unsubscribeToken(readerId)}`, {
    method: "POST",
    body: { again: "yes" },
  });

describe("a newsletter that the owner adds", () => {
  it("is offered to members and other readers, and nobody gets it without choosing it", async () => {
    const id = await insertReader("before");
    expect((await add()).status).toBe(303);
    expect(await stored()).toEqual([
      { newsletter: "own-1", title: "Letters from the desk", hint: "Once a month.", sender: null },
    ]);
    for (const page of ["/newsletters", `/unsubscribe/briefs/${await unsubscribeToken(id)}`])
      expect(await (await app.request(page)).text()).toContain("Letters from the desk");
    expect(await html("/dashboard/notifications", "basic")).toContain("Letters from the desk");
    expect([...(await wantedNewsletters(id))]).not.toContain("own-1");
  });

  it("sends an article to the readers who chose it only, from its own address", async () => {
    await add({ senderName: "The desk", senderAddress: "desk@letters.example" });
    const reader = await insertReader("chose");
    await insertReader("did-not");
    await choose(reader);
    const id = await article();
    const page = await html(compose("own-1", id));
    expect(page).toContain("1 reader of “Letters from the desk”");
    expect(page).toContain(compose("news", id));
    expect((await post(compose("own-1", id), { subject: "A letter", preview: "" })).status).toBe(303);
    const sent = await sendAll();
    expect([...sent.keys()]).toEqual(["chose@readers.test"]);
    const message = sent.get("chose@readers.test") ?? "";
    expect(message).toContain("From: The desk <desk@letters.example>");
    expect(message).toContain("you are subscribed to “Letters from the desk”");
    expect(message).toContain("/unsubscribe/own-1/");
    expect(await html("/admin/newsletters")).toContain("Letters from the desk");
  });

  it("sends an article although the newsletter “News” has sent it", async () => {
    await add();
    const reader = await insertReader("both");
    await choose(reader);
    const id = await article();
    for (const newsletter of ["news", "own-1"])
      await post(compose(newsletter, id), { subject: newsletter, preview: "" });
    await sendAll();
    expect(
      await database.rows("select newsletter, sent from editions where record_id = ? order by newsletter", [
        id,
      ]),
    ).toEqual([
      { newsletter: "news", sent: 1 },
      { newsletter: "own-1", sent: 1 },
    ]);
  });

  it("a reader without an account subscribes to it and confirms", async () => {
    await add();
    await database.rows("delete from subscribers");
    await app.request("/newsletters", {
      method: "POST",
      body: { email: "ines@visitors.test", "own-1": "on" },
    });
    const [{ id } = { id: "" }] = await database.rows<{ id: string }>("select id from subscribers");
    const path = `/newsletters/${await confirmationToken(id)}`;
    const confirmed = await app.request(path, { method: "POST", body: {} });
    expect(await confirmed.text()).toContain("You are subscribed to: Letters from the desk.");
    expect([...(await wantedNewsletters(id))]).toEqual(["own-1"]);
  });

  it("two that are added one after the other have names of their own", async () => {
    await add();
    await add({ title: "Another" });
    expect((await stored()).map(({ newsletter }) => newsletter)).toEqual(["own-1", "own-2"]);
  });

  it("cannot be made automatic", async () => {
    await add();
    const answer = await post("/admin/newsletters", { newsletter: "own-1", automatic: "yes" });
    expect(answer.status).toBe(404);
  });

  it.each([
    ["no name", { title: " " }, "Enter a name."],
    ["a name of 61 characters", { title: "x".repeat(61) }, "At most 60 characters."],
    ["a line break in the sender", { senderName: "The\ndesk", senderAddress: "a@b.example" }, "not allowed"],
    ["a sender without address", { senderName: "The desk" }, "Fill in both"],
    ["an address without name", { senderAddress: "desk@letters.example" }, "Fill in both"],
    ["two addresses", { senderName: "X", senderAddress: "a@b.example,c@d.example" }, "valid email"],
  ])("with %s is not added, and the form keeps what was typed", async (_what, typed, message) => {
    const answer = await add(typed);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(message);
    expect(page).toContain("Once a month.");
    expect(await stored()).toEqual([]);
  });
});

it("an edition of an own newsletter notifies no device, and names the other newsletters for its article", async () => {
  await add();
  const id = await article();
  for (const newsletter of ["own-1", "news"])
    await post(compose(newsletter, id), { subject: newsletter, preview: "" });
  await sendAll();
  expect(
    await database.rows(
      "select e.newsletter from push_messages p join editions e on e.id = p.edition_id where e.record_id = ?",
      [id],
    ),
  ).toEqual([{ newsletter: "news" }]);
  const [own] = await database.rows<{ id: string }>("select id from editions where newsletter = 'own-1'");
  expect(await html(`/admin/newsletters/${own?.id}`)).toContain(compose("news", id));
});

it("a title that another newsletter has is refused", async () => {
  expect((await add({ title: "daily BRIEFS" })).status).toBe(409);
  expect(await stored()).toEqual([]);
});

describe("the settings of a newsletter", () => {
  it("rename one that the owner added, and are in the change log", async () => {
    await add();
    const answer = await post(settings("own-1"), { ...LETTER, title: "Monthly letter" });
    expect(await followRedirect(answer)).toContain("The settings were saved.");
    expect(await stored()).toMatchObject([{ title: "Monthly letter" }]);
    expect(
      await database.rows(
        "select action, record_title from changes where record_id = 'own-1' order by created_at desc limit 2",
      ),
    ).toMatchObject([{ action: "edited", record_title: "Monthly letter" }, { action: "added" }]);
  });

  it("give the briefs a sender of their own, and not another name", async () => {
    const sender = { senderName: "Briefs", senderAddress: "briefs@letters.example" };
    await post(settings("briefs"), { ...sender, title: "Something else" });
    const [briefs] = await database.rows(
      "select title, sender_name from newsletters where newsletter = 'briefs'",
    );
    expect(briefs).toEqual({ title: null, sender_name: "Briefs" });
    expect(await html("/admin/newsletters")).toContain("From Briefs <briefs@letters.example>");
  });

  it("end a newsletter: nobody can choose it or send with it, and its editions stay in the list", async () => {
    await add();
    const reader = await insertReader("ended");
    await choose(reader);
    const id = await article();
    await post(compose("own-1", id), { subject: "The last letter", preview: "" });
    const refused = await post(settings("own-1"), { change: "end" });
    expect(await followRedirect(refused)).toContain("still to be sent");
    expect(await html(settings("own-1"))).toContain("Once a month.");
    await sendAll();
    expect((await post(settings("own-1"), { change: "end" })).status).toBe(303);
    expect([...(await wantedNewsletters(reader))]).not.toContain("own-1");
    expect(await (await app.request("/newsletters")).text()).not.toContain("Letters from the desk");
    expect((await get(compose("own-1", await article()))).status).toBe(404);
    expect(await html("/admin/newsletters")).toContain("The last letter");
    expect(await (await choose(reader)).text()).toContain("“Letters from the desk” has ended.");
    expect(
      await database.rows("select is_on from newsletter_choices where newsletter = 'own-1' and not is_on"),
    ).toEqual([]);
  });

  it("keep an edition that waits from being sent once the newsletter has ended", async () => {
    await add();
    await choose(await insertReader("waits"));
    const id = await article();
    await post(compose("own-1", id), { subject: "A letter", preview: "" });
    const [edition] = await database.rows<{ id: string }>("select id from editions");
    const path = `/admin/newsletters/${edition?.id}`;
    await post(path, { change: "cancel" });
    await post(settings("own-1"), { change: "end" });
    await post(path, { change: "resume" });
    expect((await sendAll()).size).toBe(0);
    expect(await database.rows("select state, reason from editions")).toEqual([
      { state: "cancelled", reason: "The newsletter has ended." },
    ]);
  });

  it("end a newsletter that a reader without an account can still leave", async () => {
    await add();
    const id = await insertRecord(database, "subscribers", {
      email: "leaves@visitors.test",
      newsletters: "{own-1}",
      confirmed_at: new Date(),
    });
    await post(settings("own-1"), { change: "end" });
    await app.request(`/unsubscribe/own-1/${await unsubscribeToken(id)}`, { method: "POST", body: {} });
    expect(await database.rows("select newsletters from subscribers where id = ?", [id])).toEqual([
      { newsletters: [] },
    ]);
  });

  it("start an ended newsletter again, with its readers", async () => {
    await add();
    const reader = await insertReader("stays");
    await choose(reader);
    await post(settings("own-1"), { change: "end" });
    expect(await html("/admin/newsletters")).toContain(settings("own-1"));
    const answer = await post(settings("own-1"), { change: "reopen" });
    expect(await followRedirect(answer)).toContain("Readers can choose it again.");
    expect([...(await wantedNewsletters(reader))]).toContain("own-1");
  });

  it("do not end a newsletter that every site has", async () => {
    expect((await post(settings("briefs"), { change: "end" })).status).toBe(404);
  });

  it("are not for editors", async () => {
    for (const path of ["/admin/newsletters/add", settings("briefs")])
      expect((await app.request(path, { cookies: await staffCookies("editor") })).status).toBe(403);
  });
});
