import { em } from "db/orm.server";
import { insertReader, keepingTransport, readable, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { changeAddress } from "~/features/accounts/address.server";
import { addMembers } from "~/features/accounts/many-members.server";
import { adoptSubscriptions, wantedNewsletters } from "~/features/newsletters/choices.queries.server";
import { sweepDeliveries } from "~/features/newsletters/edition-members.server";
import { sendEditions } from "~/features/newsletters/send-editions.server";
import { leaveEndedNewsletters, sweepSubscribers } from "~/features/newsletters/subscription.queries.server";
import { confirmationToken, unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";

setUpStaffApp();
beforeEach(async () => {
  await removeReaders();
  await database.rows("delete from subscribers");
  await database.rows("delete from rate_limits");
});

const EMAIL = "ines@visitors.test";
const ASKED = { email: EMAIL, briefs: "on", weekly: "on" };

const subscribe = (body: Record<string, string> = ASKED) =>
  app.request("/newsletters", { method: "POST", body });
const kept = () =>
  database.rows<{ id: string; newsletters: string[]; requested: string[]; isConfirmed: boolean }>(
    `select id, newsletters, requested, confirmed_at is not null as "isConfirmed" from subscribers where email = ?`,
    [EMAIL],
  );
const mailTo = async (email: string) =>
  (
    await database.rows<{ template: string; text: string }>(
      "select template, text from mails where to_address = ? order by created_at desc",
      [email],
    )
  )[0];
const confirm = async (id: string) =>
  app.request(`/newsletters/${await confirmationToken(id)}`, { method: "POST", body: {} });
const theOne = async () => {
  const [found] = await kept();
  if (!found) throw new Error("no subscriber");
  return found;
};

describe("a visitor who subscribes", () => {
  it("gets nothing until they confirm the address by the button behind the link", async () => {
    const answer = await subscribe();
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/newsletters?sent"]);
    const { id } = await theOne();
    expect(await kept()).toMatchObject([
      { newsletters: [], requested: ["briefs", "weekly"], isConfirmed: false },
    ]);
    const path = `/newsletters/${await confirmationToken(id)}`;
    expect(await mailTo(EMAIL)).toMatchObject({ template: "confirm-newsletters" });
    expect((await mailTo(EMAIL))?.text).toContain(path);

    const opened = await app.request(path);
    expect(await opened.text()).toContain("You will be subscribed to: Daily briefs, Weekly digest.");
    expect((await theOne()).isConfirmed).toBe(false);

    const confirmed = await confirm(id);
    expect([confirmed.status, await confirmed.text()]).toEqual([
      200,
      expect.stringContaining("Your address is confirmed."),
    ]);
    const after = await theOne();
    expect(after.newsletters.toSorted()).toEqual(["briefs", "weekly"]);
    expect([after.isConfirmed, after.requested]).toEqual([true, []]);
  });

  it("keeps what they have if a stranger asks for their address, until they confirm", async () => {
    await subscribe();
    const { id } = await theOne();
    await confirm(id);
    await subscribe({ email: EMAIL.toUpperCase(), news: "on" });
    expect((await theOne()).newsletters.toSorted()).toEqual(["briefs", "weekly"]);
    await confirm(id);
    expect((await theOne()).newsletters.toSorted()).toEqual(["briefs", "news", "weekly"]);
  });

  it("sees what was wrong, with what they typed", async () => {
    const none = await subscribe({ email: EMAIL });
    expect([none.status, await none.text()]).toEqual([
      422,
      expect.stringContaining("Choose at least one newsletter."),
    ]);
    const wrong = await subscribe({ ...ASKED, email: "ines@" });
    const page = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(page).toContain('value="ines@"');
    expect(page).not.toMatch(/name="news"[^>]*checked/);
    expect(await kept()).toEqual([]);
  });

  it("gets the same answer for an address that has an account, whose owner gets another email", async () => {
    const [member] = await database.rows<{ email: string }>(
      "select email::text from members where email = 'basic@demo.test'",
    );
    const answer = await subscribe({ ...ASKED, email: member?.email ?? "" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/newsletters?sent"]);
    expect(await mailTo("basic@demo.test")).toMatchObject({ template: "newsletters-of-account" });
  });

  it("cannot have an address flooded: five emails an hour", async () => {
    for (let nth = 0; nth < 5; nth += 1) expect((await subscribe()).status).toBe(303);
    expect((await subscribe()).status).toBe(429);
  });

  it("confirms nothing by the link that unsubscribes, nor by an invented one", async () => {
    await subscribe();
    const { id } = await theOne();
    for (const token of [
      await unsubscribeToken(id),
      "nonsense",
      `${(await confirmationToken(id)).slice(0, -2)}AA`,
    ]) {
      const answer = await app.request(`/newsletters/${token}`, { method: "POST", body: {} });
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining("This link no longer works."),
      ]);
    }
    expect((await theOne()).isConfirmed).toBe(false);
  });
});

const insertSubscriber = (newsletters: string, email = EMAIL) =>
  insertRecord(database, "subscribers", { email, newsletters, confirmed_at: new Date() });
const plan = (newsletter: string, recordId: string) =>
  insertRecord(database, "editions", {
    ...{ newsletter, record_id: recordId, subject: "Nvidia: pay 158 to 168", preview: "" },
  });
const insertBrief = () =>
  insertRecord(database, "daily_briefs", {
    ...{ company_name: "Nvidia", ticker: "NVDA", headline: "Nvidia: pay 158 to 168" },
    ...{ teaser: "Governments buy in steps.", analysis: "The locked analysis.", status: "published" },
  });

const insertArticle = () =>
  insertRecord(database, "news", {
    ...{ title: "Rates", content: "The whole article.", category: "Trending", status: "published" },
  });
const memberIdByEmail = async (email: string) =>
  (await database.rows<{ id: string }>("select id from members where email = ?", [email]))[0]?.id ?? "";

describe("a subscriber without an account", () => {
  it("gets a brief's introduction and an article in full, each with a link that ends it", async () => {
    const id = await insertSubscriber("{briefs,news}");
    await plan("briefs", await insertBrief());
    await plan("news", await insertArticle());
    const messages: string[] = [];
    const transport = keepingTransport(({ to, raw }) => {
      if (to === EMAIL) messages.push(readable(raw));
      return { outcome: "sent" };
    });
    await sendEditions(transport);
    const [brief = "", news = ""] = messages.toSorted((one) => (one.includes("Governments buy") ? -1 : 1));
    expect(messages).toHaveLength(2);
    expect(brief).toContain("Governments buy in steps.");
    expect(brief).not.toContain("The locked analysis.");
    expect(news).toContain("The whole article.");
    expect(brief).toContain(`/unsubscribe/briefs/${await unsubscribeToken(id)}`);
    expect(
      await database.rows("select newsletter, state, total, sent from editions order by newsletter"),
    ).toEqual([
      { newsletter: "briefs", state: "done", total: 1, sent: 1 },
      { newsletter: "news", state: "done", total: 1, sent: 1 },
    ]);
  });

  it("gets no alert, and nothing before the address is confirmed", async () => {
    await insertRecord(database, "subscribers", { email: EMAIL, requested: "{briefs}" });
    await plan("briefs", await insertBrief());
    expect([...(await sendAll()).keys()]).toEqual([]);
    await expect(insertSubscriber("{alerts}", "other@visitors.test")).rejects.toThrow(
      /subscribers_newsletters_open/,
    );
  });

  it("gets nothing twice once the address has an account, whose own choice counts", async () => {
    await insertSubscriber("{briefs}", "ada@readers.test");
    await insertRecord(database, "members", { email: "ada@readers.test", status: "pending" });
    await plan("briefs", await insertBrief());
    expect([...(await sendAll()).keys()]).toEqual(["ada@readers.test"]);
    await database.rows(
      "update members set status = 'active', remind_by_mail = false where email = 'ada@readers.test'",
    );
    await plan("briefs", await insertBrief());
    expect([...(await sendAll()).keys()]).toEqual([]);
  });

  it("ends one newsletter with a click, all with the page's boxes, and keeps the right to start again", async () => {
    const id = await insertSubscriber("{briefs,news}");
    const path = `/unsubscribe/briefs/${await unsubscribeToken(id)}`;
    const page = await (await app.request(path)).text();
    expect(page).toContain("Weekly digest");
    expect(page).not.toContain("Trade alerts");
    expect(page).not.toContain(EMAIL);
    await app.request(path, { method: "POST", body: { "List-Unsubscribe": "One-Click" } });
    expect((await theOne()).newsletters).toEqual(["news"]);
    await app.request(path, { method: "POST", body: { shown: "news", weekly: "on", alerts: "on" } });
    expect((await theOne()).newsletters).toEqual(["weekly"]);
    await app.request(path, { method: "POST", body: { again: "yes" } });
    expect((await theOne()).newsletters.toSorted()).toEqual(["briefs", "weekly"]);
  });

  it("gets nothing after unsubscribing between listing and sending", async () => {
    const id = await insertSubscriber("{briefs}");
    const edition = await plan("briefs", await insertBrief());
    await insertRecord(database, "subscribers", {
      email: "second@visitors.test",
      newsletters: "{briefs}",
      confirmed_at: new Date(),
    });
    const transport = { ...keepingTransport(), connections: 1 };
    let isFirst = true;
    const send = transport.send.bind(transport);
    transport.send = async (message) => {
      if (isFirst) {
        isFirst = false;
        await database.rows("update subscribers set newsletters = '{}' where email <> ?", [message.to]);
      }
      return send(message);
    };
    await sendEditions(transport);
    expect(transport.messages).toHaveLength(1);
    expect(await database.rows("select sent, skipped, total from editions where id = ?", [edition])).toEqual([
      { sent: 1, skipped: 1, total: 2 },
    ]);
    expect(id).toBeTruthy();
  });

  it("takes choices and deliveries along when the address gets an account, and old links change that", async () => {
    const id = await insertSubscriber("{news}", "new@readers.test");
    const edition = await plan("news", await insertArticle());
    expect((await sendAll()).size).toBe(1);
    const member = await insertRecord(database, "members", { email: "new@readers.test" });
    await em().transactional((manager) => adoptSubscriptions([member], manager));
    expect([...(await wantedNewsletters(member))].toSorted()).toEqual(["alerts", "news"]);
    expect(
      await database.rows("select member_id from edition_members where edition_id = ?", [edition]),
    ).toEqual([{ member_id: member }]);
    await database.rows(
      "update editions set state = 'sending', filled_at = null, filled_to = null, ended_at = null",
    );
    expect((await sendAll()).size).toBe(0);

    const path = `/unsubscribe/news/${await unsubscribeToken(id)}`;
    expect(await (await app.request(path)).text()).toContain("Trade alerts");
    await app.request(path, { method: "POST", body: { "List-Unsubscribe": "One-Click" } });
    expect([...(await wantedNewsletters(member))]).toEqual(["alerts"]);
    await database.rows("delete from members where id = ?", [member]);
    expect(await database.rows("select from subscribers")).toEqual([]);
  });

  it("has the choice in the account that staff add or import, and links change the account at once", async () => {
    const id = await insertSubscriber("{weekly}", "desk@readers.test");
    const values = {
      firstname: "Ada",
      lastname: "Desk",
      email: "desk@readers.test",
      password: "Openbell-demo-2026",
    };
    expect((await post("/admin/manage-users/new", values)).status).toBe(303);
    const member = await memberIdByEmail("desk@readers.test");
    expect([...(await wantedNewsletters(member))].toSorted()).toEqual(["alerts", "weekly"]);
    await app.request(`/unsubscribe/weekly/${await unsubscribeToken(id)}`, { method: "POST", body: {} });
    expect([...(await wantedNewsletters(member))]).toEqual(["alerts"]);

    await insertSubscriber("{news}", "moved@readers.test");
    const [imported] = await em().transactional(async (manager) => [
      ...(
        await addMembers(manager, [{ firstname: "Ada", lastname: "Moved", email: "moved@readers.test" }])
      ).values(),
    ]);
    expect([...(await wantedNewsletters(imported ?? ""))].toSorted()).toEqual(["alerts", "news"]);
  });

  it("adds what they confirmed to an account that takes the address, and ends nothing there", async () => {
    await insertSubscriber("{news}", "second@readers.test");
    const before = { id: await insertReader("first"), email: "first@readers.test" };
    await database.rows(
      "insert into newsletter_choices (member_id, newsletter, is_on) values (?, 'weekly', false)",
      [before.id],
    );
    await em().transactional((manager) => changeAddress(manager, before, "second@readers.test"));
    expect([...(await wantedNewsletters(before.id))].toSorted()).toEqual(["alerts", "briefs", "news"]);
  });

  it("sees that an old link confirms nothing after ending everything", async () => {
    const id = await insertSubscriber("{}");
    const answer = await app.request(`/newsletters/${await confirmationToken(id)}`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("Subscribe again")]);
  });
});

it("old deliveries and subscribers who confirmed nothing are deleted, and nobody else", async () => {
  const old = new Date(Date.now() - 91 * 86_400_000);
  const reader = await insertSubscriber("{briefs}");
  const edition = await insertRecord(database, "editions", { state: "sending", total: 3, sent: 2 });
  for (const [state, due_at, subscriber_id] of [
    ["sent", old, reader],
    ["sent", new Date(), await insertSubscriber("{}", "kept@visitors.test")],
    ["waiting", old, await insertSubscriber("{}", "waits@visitors.test")],
  ] as const)
    await database.insert("edition_members", {
      edition_id: edition,
      state,
      due_at,
      subscriber_id,
      member_id: null,
    });
  expect(await sweepDeliveries()).toBe(1);
  await database.rows("update editions set state = 'cancelled'");
  expect(await sweepDeliveries()).toBe(1);
  await database.rows("update subscribers set changed_at = ? where email <> 'kept@visitors.test'", [old]);
  expect(await sweepSubscribers()).toBe(1);
  expect(await database.rows("select email::text from subscribers order by email")).toEqual([
    { email: EMAIL },
    { email: "kept@visitors.test" },
  ]);
});

it("subscribers of a newsletter that ended 90 days ago leave it, and those without another are deleted", async () => {
  const ends = (days: number | null) =>
    database.rows(
      "update newsletters set ended_at = now() - ?::int * interval '1 day' where newsletter = 'briefs'",
      [days],
    );
  await database.rows(
    `insert into subscribers (email, newsletters, confirmed_at, changed_at)
     select name || '@visitors.test', newsletters, 'epoch', 'epoch'
       from (values ('only', '{briefs}'::text[]), ('both', '{briefs,weekly}'), ('other', '{weekly}'))
            as given (name, newsletters)`,
  );
  const kept = () => database.rows("select email::text, newsletters from subscribers order by email");
  const before = await kept();
  try {
    for (const days of [null, 0, 89]) {
      await ends(days);
      expect(await leaveEndedNewsletters()).toBe(0);
    }
    await ends(91);
    expect(await leaveEndedNewsletters()).toBe(2);
    expect(await leaveEndedNewsletters()).toBe(0);
    expect(await sweepSubscribers()).toBe(1);
  } finally {
    await ends(null);
  }
  expect(before).toHaveLength(3);
  expect(await kept()).toEqual([
    { email: "both@visitors.test", newsletters: ["weekly"] },
    { email: "other@visitors.test", newsletters: ["weekly"] },
  ]);
});

it("the emails that asked a subscriber to confirm are deleted with the subscriber", async () => {
  await subscribe();
  const { id } = await theOne();
  const requests = () =>
    database.rows("select template from mails where cause like ?", [`newsletters:${id}:%`]);
  expect(await requests()).toEqual([{ template: "confirm-newsletters" }]);
  await database.rows("update subscribers set changed_at = now() - interval '31 days'");
  expect(await sweepSubscribers()).toBe(1);
  expect(await requests()).toEqual([]);
});
