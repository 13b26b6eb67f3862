import { randomUUID } from "node:crypto";
import { em } from "db/orm.server";
import { insertReader, keepingTransport, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { returnUnsent } from "~/features/newsletters/edition-members.server";
import { holdEditions } from "~/features/newsletters/editions.queries.server";
import { requestEditionTurn, sendEditions } from "~/features/newsletters/send-editions.server";
import { editionSender } from "~/features/newsletters/sender-lease.server";
import { cancelEditionsOfDeleted } from "~/features/newsletters/start-editions.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { EDITION_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";

const LOCKED = "the locked analysis 8f3a";

setUpStaffApp();
beforeEach(async () => {
  await removeReaders();
  await database.rows("update edition_sender set lease = null, lease_until = null");
  await database.rows("update newsletters set automatic_since = null");
});

const insertBrief = (more: Record<string, unknown> = {}) =>
  insertRecord(database, "daily_briefs", {
    company_name: "Nvidia",
    ticker: "NVDA",
    headline: "Pay 158 to 168",
    teaser: "Governments buy in steps.",
    analysis: LOCKED,
    ...more,
  });

const compose = (newsletter: string, record: string) =>
  `/admin/newsletters/new?${new URLSearchParams({ newsletter, record })}`;

const send = (newsletter: string, record: string, more: Record<string, string> = {}) =>
  post(compose(newsletter, record), { subject: "Nvidia: pay 158", preview: "A preview", ...more });

type Row = {
  id: string;
  state: string;
  total: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
  reason: string | null;
};
const edition = async () => (await database.rows<Row>("select * from editions"))[0];

describe("a brief that is sent by email", () => {
  it("members whose plan includes it get it in full, the others its introduction", async () => {
    const id = await insertBrief();
    await insertReader("basic");
    await insertReader("premium", "Premium");
    await insertReader("private", "Private");
    await insertReader("lapsed", "Premium", { subscription_expires_at: new Date(Date.now() - 1000) });
    expect(await html(`/admin/daily-brief/${id}/edit`)).toContain(`href="${compose("briefs", id)}"`);
    const answer = await send("briefs", id);
    expect(answer.status).toBe(303);
    const sent = await sendAll();
    expect([...sent.keys()].toSorted()).toEqual(
      ["basic", "lapsed", "premium", "private"].map((name) => `${name}@readers.test`),
    );
    for (const [to, message] of sent) {
      expect(message).toContain("Subject: Nvidia: pay 158");
      expect(message).toContain("Governments buy in steps.");
      expect(message.includes(LOCKED)).toBe(/premium|private/.test(to));
    }
    expect(await edition()).toMatchObject({
      state: "done",
      total: 4,
      sent: 4,
      skipped: 0,
      failed: 0,
      unknown: 0,
    });
    expect(await followRedirect(answer)).toContain("Nvidia: pay 158");
  });

  it("a brief for Private members reaches Premium members as an introduction", async () => {
    await insertReader("premium", "Premium");
    await insertReader("private", "Private");
    await send("briefs", await insertBrief({ audience: "private" }));
    const sent = await sendAll();
    expect(sent.get("premium@readers.test")).not.toContain(LOCKED);
    expect(sent.get("private@readers.test")).toContain(LOCKED);
  });

  it("access that ended, a closed account and an unsubscription count until the email leaves", async () => {
    const premium = await insertReader("premium", "Premium");
    const left = await insertReader("left", "Premium");
    const closed = await insertReader("closed", "Premium");
    await send("briefs", await insertBrief());
    const transport = keepingTransport(async () => {
      await database.rows("update editions set state = 'paused'");
      return { outcome: "sent" };
    });
    transport.connections = 1;
    // Lists everybody, sends to one.
    await database.rows("update members set subscription_expires_at = now() + interval '30 days'");
    await sendEditions(transport);
    const [first] = transport.messages;
    await database.rows(
      "update members set subscription_expires_at = now() - interval '1 second' where id = ?",
      [premium],
    );
    await database.rows("update members set deletion_requested_at = now() where id = ?", [closed]);
    await database.rows("insert into newsletter_choices values (?, 'briefs', false, now())", [left]);
    await database.rows("update editions set state = 'sending'");
    const sent = await sendAll();
    const names = [...sent.keys()].filter((to) => to !== first?.to);
    expect(names.every((to) => to === "premium@readers.test")).toBe(true);
    for (const to of names) expect(sent.get(to)).not.toContain(LOCKED);
    const { total, sent: count, skipped, state } = (await edition()) as Row;
    expect({ total, state }).toEqual({ total: 3, state: "done" });
    expect(count + skipped).toBe(3);
  });

  it("a draft is sent once it is published, and only once", async () => {
    await insertReader("premium", "Premium");
    const id = await insertBrief({ status: "draft" });
    await send("briefs", id);
    expect((await sendAll()).size).toBe(0);
    expect(await edition()).toMatchObject({ state: "planned" });
    await database.rows("update daily_briefs set status = 'published' where id = ?", [id]);
    expect((await sendAll()).size).toBe(1);
    expect((await sendAll()).size).toBe(0);
    expect((await get(compose("briefs", id))).headers.get("Location")).toBe(
      `/admin/newsletters/${(await edition())?.id}`,
    );
  });

  it("a brief planned for a time waits for it, also if it is published before", async () => {
    const id = await insertBrief();
    await insertReader("basic");
    const startsAt = "2148-05-04T06:30";
    const ignored = await send("briefs", id, { startsAt });
    expect([ignored.status, await ignored.text()]).toEqual([
      422,
      expect.stringContaining("Send at this time”, or"),
    ]);
    const answer = await send("briefs", id, { to: "later", startsAt });
    expect(await followRedirect(answer)).toContain("It is waiting for its send time.");
    expect((await sendAll()).size).toBe(0);
    expect(await database.rows("select state, starts_at from editions")).toEqual([
      { state: "planned", starts_at: new Date("2148-05-04T06:30:00Z") },
    ]);
    await database.rows("update editions set starts_at = now()");
    expect((await sendAll()).size).toBe(1);
  });

  it("an unpublished brief stops its edition", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await insertReader(name);
    const id = await insertBrief();
    await send("briefs", id);
    const transport = keepingTransport(async () => {
      await database.rows("update daily_briefs set status = 'draft' where id = ?", [id]);
      return { outcome: "sent" };
    });
    expect((await sendAll(transport)).size).toBe(3);
    expect(await edition()).toMatchObject({
      state: "cancelled",
      sent: 3,
      reason: "It is no longer published.",
    });
    const page = (await html(`/admin/newsletters/${(await edition())?.id}`)).replace(/<[^>]*>/g, " ");
    expect(page).toMatch(/Sent +3 +Not sent +0 +Failed +0 +Unknown +0 +Not tried +2 /);
  });

  it("an empty and an overlong subject are refused, and the form keeps its input", async () => {
    const id = await insertBrief();
    for (const [subject, message] of [
      [" ", "Enter a subject."],
      ["x".repeat(201), "At most 200 characters."],
    ] as const) {
      const answer = await send("briefs", id, { subject, preview: "Kept words" });
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).toContain(message);
      expect(page).toContain("Kept words");
    }
    expect(await edition()).toBeUndefined();
  });

  it("a test goes to the person who asked for it, and to nobody else", async () => {
    await insertReader("premium", "Premium");
    const id = await insertBrief();
    await database.rows(
      "update newsletters set sender_name = 'The desk', sender_address = 'desk@letters.test' where newsletter = 'briefs'",
    );
    const answer = await send("briefs", id, { to: "me" });
    await database.rows("update newsletters set sender_name = null, sender_address = null");
    expect(await followRedirect(answer)).toContain("A test was sent to admin@demo.test.");
    const tests = await database.rows<{ to_address: string; sender: string; html: string }>(
      "select to_address, sender_name || ' ' || sender_address as sender, html from mails where template = 'edition-test' order by subject",
    );
    expect(tests.map(({ to_address, sender, html }) => [to_address, sender, html.includes(LOCKED)])).toEqual([
      ["admin@demo.test", "The desk desk@letters.test", true],
      ["admin@demo.test", "The desk desk@letters.test", false],
    ]);
    expect((await sendAll()).size).toBe(0);
    await database.rows("delete from mails");
  });
});

describe("a trade alert that is sent by email", () => {
  it("an alert reaches only members who may read it, because its existence names a company", async () => {
    await insertReader("basic");
    await insertReader("premium", "Premium");
    await send("alerts", await insertRecord(database, "trade_alerts", { name: "Acme Canary" }), {
      subject: "Trade alert: buy Acme Canary",
    });
    const sent = await sendAll();
    expect([...sent.keys()]).toEqual(["premium@readers.test"]);
    expect(await edition()).toMatchObject({ state: "done", sent: 1, skipped: 1 });
  });

  it("an alert overtakes a brief that is being sent", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f"]) await insertReader(name, "Premium");
    await send("briefs", await insertBrief());
    const alert = await insertRecord(database, "trade_alerts");
    let isPosted = false;
    const transport = keepingTransport(async () => {
      if (!isPosted) {
        isPosted = true;
        await send("alerts", alert, { subject: "Urgent" });
      }
      return { outcome: "sent" };
    });
    await sendEditions(transport, 0);
    const order = transport.messages.map(({ raw }) => (raw.includes("Subject: Urgent") ? "alert" : "brief"));
    expect(order.slice(0, 9)).toEqual([...Array(3).fill("brief"), ...Array(6).fill("alert")]);
    expect(order).toHaveLength(12);
  });
});

describe("an automatic newsletter", () => {
  it("an automatic newsletter sends records published from then on, once", async () => {
    await insertReader("reader");
    await insertRecord(database, "news", { title: "Old", created_at: new Date(Date.now() - 3_600_000) });
    const answer = await post("/admin/newsletters", { newsletter: "news", automatic: "yes" });
    expect(await followRedirect(answer)).toContain(
      "Every article that is published from now on will be sent.",
    );
    await insertRecord(database, "news", { title: "New one" });
    await insertRecord(database, "news", { title: "Draft", status: "draft" });
    const sent = await sendAll();
    expect(sent.get("reader@readers.test")).toContain("Subject: New one");
    expect(await database.rows("select subject, staff_name from editions")).toEqual([
      { subject: "New one", staff_name: null },
    ]);
    expect((await sendAll()).size).toBe(0);
    await post("/admin/newsletters", { newsletter: "news", automatic: "no" });
    await insertRecord(database, "news", { title: "Another" });
    expect((await sendAll()).size).toBe(0);
  });
});

describe("when the mail server", () => {
  /** In the order of the names, which is that of their IDs. */
  const sendBriefTo = async (...names: string[]) => {
    for (const [nth, name] of names.entries())
      await insertReader(name, "Basic", { id: `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}` });
    await send("briefs", await insertBrief());
  };
  const AWAY = { outcome: "not taken", reason: "ECONNREFUSED", cause: "connection" } as const;
  const dueNow = () => database.rows("update edition_members set due_at = now()");

  it("a refused address counts as failed, and the others get the email", async () => {
    await sendBriefTo("bad", "good");
    await sendAll(
      keepingTransport(({ to }) =>
        to.startsWith("bad")
          ? { outcome: "refused", code: 550, reason: "No such user" }
          : { outcome: "sent" },
      ),
    );
    expect(await edition()).toMatchObject({ state: "done", total: 2, sent: 1, failed: 1 });
    expect(await html(`/admin/newsletters/${(await edition())?.id}`)).toContain("No such user");
  });

  it("a temporary refusal is tried six times, and then counts as failed", async () => {
    await sendBriefTo("busy");
    const busy = () => keepingTransport(() => ({ outcome: "refused", code: 451, reason: "Come again" }));
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect((await sendAll(busy())).size).toBe(1);
      expect((await sendAll(busy())).size).toBe(0);
      await dueNow();
      if (attempt < 6) expect(await edition()).toMatchObject({ state: "sending", failed: 0 });
    }
    expect(await edition()).toMatchObject({ state: "done", failed: 1 });
  });

  it("readers who are refused for now again and again fail in the end, and do not stop the edition", async () => {
    await sendBriefTo("a", "busy1", "busy2", "busy3");
    const busy = () =>
      keepingTransport(({ to }) =>
        to.startsWith("busy")
          ? { outcome: "refused", code: 450, reason: "450 Come again" }
          : { outcome: "sent" },
      );
    await sendAll(Object.assign(busy(), { connections: 4 }));
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await dueNow();
      await database.rows("update editions set retry_at = null");
      expect((await sendAll(busy())).size).toBe(3);
    }
    await database.rows("update editions set retry_at = null");
    await sendAll();
    expect(await edition()).toMatchObject({ state: "done", sent: 1, failed: 3 });
  });

  it("a server that asks to come again with a whole first batch lets the edition wait, not stop", async () => {
    await sendBriefTo("a", "b", "c");
    const busy = keepingTransport(() => ({ outcome: "refused", code: 451, reason: "451 Greylisted" }));
    await sendAll(busy);
    expect(await edition()).toMatchObject({ state: "sending", failed: 0 });
    expect(await html(`/admin/newsletters/${(await edition())?.id}`)).toContain("451 Greylisted");
    await dueNow();
    await database.rows("update editions set retry_at = null");
    await sendAll();
    expect(await edition()).toMatchObject({ state: "done", sent: 3, failed: 0 });
  });

  it("some dead addresses at the end of an edition do not stop it", async () => {
    await sendBriefTo("a", "b", "c", "d", "e", "f");
    // Readers come in the order of their random ids.
    let handovers = 0;
    await sendAll(
      keepingTransport(() => {
        handovers += 1;
        return handovers > 3
          ? { outcome: "refused", code: 550, reason: "550 5.1.1 No such user", isAboutReceiver: true }
          : { outcome: "sent" };
      }),
    );
    expect(await edition()).toMatchObject({ state: "done", sent: 3, failed: 3 });
  });

  it("an edition of a record that was deleted before it started ends as cancelled", async () => {
    const kept = await insertRecord(database, "news", { status: "draft" });
    const gone = await insertRecord(database, "news", { status: "draft" });
    for (const id of [kept, gone]) await send("news", id);
    await database.rows("delete from news where id = ?", [gone]);
    expect(await cancelEditionsOfDeleted()).toBe(1);
    expect(await cancelEditionsOfDeleted()).toBe(0);
    const states = await database.rows("select record_id, state from editions order by state");
    expect(states).toEqual([
      { record_id: gone, state: "cancelled" },
      { record_id: kept, state: "planned" },
    ]);
  });

  it("an edition without a text is planned when staff continue it, and gets the text of its record", async () => {
    await sendBriefTo("a");
    await database.rows("update editions set state = 'stalled', started_at = now()");
    await post(`/admin/newsletters/${(await edition())?.id}`, { change: "resume" });
    expect((await edition())?.state).toBe("planned");
    expect((await sendAll()).size).toBe(1);
    expect(await edition()).toMatchObject({ state: "done", sent: 1, skipped: 0 });
  });

  it("the edition’s page says until when readers wait, and how long sending takes at its pace", async () => {
    await sendBriefTo("a", "b", "c");
    await sendAll(
      keepingTransport(({ to }) =>
        to.startsWith("a") ? { outcome: "refused", code: 450, reason: "Come again" } : { outcome: "sent" },
      ),
    );
    const { id } = (await edition()) as Row;
    const waiting = await html(`/admin/newsletters/${id}`);
    expect(waiting).toContain("The other readers are waiting for another attempt");
    expect(waiting).not.toContain("left.");
    await dueNow();
    await database.rows("update editions set total = 62, started_at = now() - interval '1 hour'");
    expect(await html(`/admin/newsletters/${id}`)).toMatch(/About (<!-- -->)?30 minutes(<!-- -->)? left/);
  });

  it("an unreachable server makes sending wait, and nobody counts as failed", async () => {
    await sendBriefTo("a", "b", "c", "d");
    const away = keepingTransport(() => AWAY);
    await sendEditions(away);
    expect(away.messages).toHaveLength(3);
    await sendEditions(away);
    expect(away.messages).toHaveLength(3);
    expect(await html(`/admin/newsletters/${(await edition())?.id}`)).toContain(
      "The mail server did not answer.",
    );
    await database.rows("update editions set retry_at = now()");
    await dueNow();
    expect((await sendAll()).size).toBe(4);
    expect(await edition()).toMatchObject({ state: "done", sent: 4, failed: 0, unknown: 0 });
  });

  it("a long outage counts as no attempt of any reader", async () => {
    await sendBriefTo("alone");
    for (let outage = 0; outage < 8; outage += 1) {
      await sendEditions(keepingTransport(() => AWAY));
      await database.rows("update editions set retry_at = null");
      await dueNow();
    }
    expect(await edition()).toMatchObject({ state: "sending", failed: 0 });
    expect((await sendAll()).size).toBe(1);
  });

  it("an email that the server never takes keeps no other reader or edition waiting, and fails in the end", async () => {
    await sendBriefTo("odd", "even");
    const odd = () =>
      keepingTransport(({ to }) =>
        to.startsWith("odd")
          ? { outcome: "not taken", reason: "Connection closed", cause: "message" }
          : { outcome: "sent" },
      );
    await sendAll(Object.assign(odd(), { connections: 1 }));
    expect(await edition()).toMatchObject({ state: "sending", sent: 1, retry_at: null });
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await dueNow();
      expect([...(await sendAll(odd())).keys()]).toEqual(["odd@readers.test"]);
    }
    expect(await edition()).toMatchObject({ state: "done", sent: 1, failed: 1 });
  });

  it("a refused sender stops its edition for staff, and the others leave", async () => {
    await sendBriefTo("a");
    const [brief] = await database.rows<Row>("select * from editions");
    await send("news", await insertRecord(database, "news"), { subject: "An article" });
    const refusing = keepingTransport(({ raw }) =>
      raw.includes("Subject: Nvidia")
        ? { outcome: "not taken", reason: "550 Sender blocked", cause: "sender", code: 550 }
        : { outcome: "sent" },
    );
    await sendEditions(refusing);
    expect(await database.rows("select subject, state, sent, failed from editions order by subject")).toEqual(
      [
        { subject: "An article", state: "done", sent: 1, failed: 0 },
        { subject: "Nvidia: pay 158", state: "stalled", sent: 0, failed: 0 },
      ],
    );
    expect(await html(`/admin/newsletters/${brief?.id}`)).toContain("550 Sender blocked");
  });

  it("a sender that is refused for now lets its edition wait, and the others leave", async () => {
    await sendBriefTo("a");
    await send("news", await insertRecord(database, "news"), { subject: "An article" });
    const busy = keepingTransport(({ raw }) =>
      raw.includes("Subject: Nvidia")
        ? { outcome: "not taken", reason: "451 Come again", cause: "sender", code: 451 }
        : { outcome: "sent" },
    );
    for (let round = 1; round <= 8; round += 1) {
      await sendEditions(busy);
      await dueNow();
      expect(busy.messages).toHaveLength(round + 1);
      await sendEditions(busy);
      expect(busy.messages).toHaveLength(round + 1);
      await database.rows("update editions set retry_at = now() where state = 'sending'");
    }
    expect(await database.rows("select state, failed from editions order by state")).toEqual([
      { state: "done", failed: 0 },
      { state: "sending", failed: 0 },
    ]);
  });

  it("an edition that was tried in vain comes after those that were not", async () => {
    await sendBriefTo("a");
    await sendEditions(keepingTransport(() => AWAY));
    await send("news", await insertRecord(database, "news"), { subject: "An article" });
    await sendEditions(keepingTransport(() => AWAY));
    await database.rows(`
      update editions set started_at = now() - interval '1 minute' * case newsletter when 'news' then 1 else 2 end,
             retry_at = case newsletter when 'news' then null else now() end`);
    await dueNow();
    const transport = keepingTransport();
    await sendEditions(transport);
    const order = transport.messages.map(({ raw }) => /Subject: (.*)/.exec(raw)?.[1]);
    expect(order).toEqual(["An article", "Nvidia: pay 158"]);
  });

  it("a server that refuses a whole batch stops the edition until staff continue it", async () => {
    await sendBriefTo("a", "b", "c", "d", "e", "f");
    await sendAll(keepingTransport(() => ({ outcome: "refused", code: 550, reason: "Sender blocked" })));
    const stopped = (await edition()) as Row;
    expect(stopped).toMatchObject({ state: "stalled", failed: 3 });
    expect(stopped.reason).toContain("Sender blocked");
    await post(`/admin/newsletters/${stopped.id}`, { change: "resume" });
    expect((await sendAll()).size).toBe(3);
    await post(`/admin/newsletters/${stopped.id}`, { change: "again" });
    expect((await sendAll()).size).toBe(3);
    expect(await edition()).toMatchObject({ state: "done", sent: 6, failed: 0 });
  });

  it("a second request to send again changes nothing while the first one is being sent", async () => {
    await sendBriefTo("a", "b");
    await sendAll(keepingTransport(() => ({ outcome: "unknown" })));
    const { id } = (await edition()) as Row;
    await post(`/admin/newsletters/${id}`, { change: "again" });
    await database.rows(
      "update edition_members set state = 'unknown' where member_id = (select member_id from edition_members order by id limit 1)",
    );
    await database.rows("update editions set unknown = 1");
    await post(`/admin/newsletters/${id}`, { change: "again" });
    expect(await edition()).toMatchObject({ state: "sending", unknown: 1 });
    expect((await sendAll()).size).toBe(1);
    expect(await edition()).toMatchObject({ state: "done", total: 2, sent: 1, unknown: 1 });
  });

  it("many readers who get it again get it once each, in parts", async () => {
    await sendBriefTo("a", "b", "c", "d", "e");
    await sendAll(keepingTransport(() => ({ outcome: "unknown" })));
    const { id } = (await edition()) as Row;
    const first = await em().transactional((manager) => returnUnsent(id, "done", manager, 2));
    expect(first).toBe(2);
    expect(await edition()).toMatchObject({ state: "sending", unknown: 3 });
    expect(await html(`/admin/newsletters/${id}`)).not.toContain("Ended");
    const again = keepingTransport(() => ({ outcome: "unknown" }));
    await sendEditions(again);
    expect(again.messages.map(({ to }) => to).toSorted()).toEqual(
      ["a", "b", "c", "d", "e"].map((name) => `${name}@readers.test`),
    );
    expect(await edition()).toMatchObject({ state: "done", total: 5, unknown: 5 });
  });

  it("a missing answer after the email counts as unknown, and only staff send it again", async () => {
    await sendBriefTo("maybe", "sure");
    await sendAll(keepingTransport(({ to }) => ({ outcome: to.startsWith("maybe") ? "unknown" : "sent" })));
    expect(await edition()).toMatchObject({ state: "done", sent: 1, unknown: 1 });
    expect((await sendAll()).size).toBe(0);
    await post(`/admin/newsletters/${(await edition())?.id}`, { change: "again" });
    expect([...(await sendAll()).keys()]).toEqual(["maybe@readers.test"]);
    expect(await edition()).toMatchObject({ state: "done", sent: 2, unknown: 0 });
  });
});

describe("the sender of editions", () => {
  it("four senders at once hand over one email for each member", async () => {
    for (let n = 0; n < 20; n += 1) await insertReader(`reader${n}`);
    await send("briefs", await insertBrief());
    const transports = [1, 2, 3, 4].map(() => keepingTransport());
    await Promise.all(transports.map((transport) => sendEditions(transport)));
    const addresses = transports.flatMap(({ messages }) => messages.map(({ to }) => to));
    expect(addresses).toHaveLength(20);
    expect(new Set(addresses).size).toBe(20);
  });

  it("a sender that died leaves its last batch as unknown, and the rest is sent", async () => {
    for (const name of ["a", "b", "c", "d"]) await insertReader(name);
    await send("briefs", await insertBrief());
    const dying = keepingTransport(() => new Promise(() => {}));
    void sendEditions(dying);
    await expect.poll(() => dying.messages.length).toBe(3);
    await database.rows("update edition_sender set lease_until = now() - interval '1 second'");
    expect((await sendAll()).size).toBe(1);
    expect(await edition()).toMatchObject({ state: "done", sent: 1, unknown: 3, total: 4 });
  });

  it("a sender that died in the last batch gets a successor, and the edition ends", async () => {
    for (const name of ["a", "b"]) await insertReader(name);
    await send("briefs", await insertBrief());
    const dying = keepingTransport(() => new Promise(() => {}));
    void sendEditions(dying);
    await expect.poll(() => dying.messages.length).toBe(2);
    await database.rows("delete from jobs.job where name = 'editions'");
    await requestEditionTurn();
    expect(await fetchJobs(EDITION_QUEUE, 5)).toEqual([]);
    await database.rows("update edition_sender set lease_until = now() - interval '1 second'");
    await requestEditionTurn();
    expect(await fetchJobs(EDITION_QUEUE, 5)).toHaveLength(1);
    await sendAll();
    expect(await edition()).toMatchObject({ state: "done", unknown: 2, total: 2 });
  });

  it("a reader without an outcome is logged as a fault, and a deleted account is not", async () => {
    const error = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    try {
      for (const [round, change] of [
        "delete from members where id = ?",
        "update edition_members set state = 'skipped' where member_id = ?",
      ].entries()) {
        for (const name of ["a", "b", "c", "d"]) await insertReader(`${name}${round}`);
        await send("briefs", await insertBrief());
        await sendEditions(
          keepingTransport(async () => {
            const [next] = await database.rows<{ id: string }>(
              "select member_id as id from edition_members where state = 'waiting'",
            );
            if (next) await database.rows(change, [next.id]);
            return { outcome: "sent" };
          }),
        );
        expect(await edition()).toMatchObject({ state: "done", total: 4, sent: 3, skipped: 1 });
        expect(
          error.mock.calls.filter(([, text]) => text === "readers of an edition have no outcome"),
        ).toHaveLength(round);
        await removeReaders();
      }
    } finally {
      error.mockRestore();
    }
  });

  it("a sender that lost its lease sends nothing more", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await insertReader(name);
    await send("briefs", await insertBrief());
    const other = randomUUID();
    const transport = keepingTransport(async () => {
      await database.rows("update edition_sender set lease_until = now() - interval '1 second'");
      await editionSender.take(other);
      return { outcome: "sent" };
    });
    await sendEditions(transport);
    expect(transport.messages).toHaveLength(3);
  });
});

describe("staff", () => {
  it("an admin pauses, continues and cancels an edition, and the log names each step", async () => {
    await insertReader("a");
    await send("briefs", await insertBrief({ status: "draft" }));
    const { id } = (await edition()) as Row;
    const change = async (name: string) =>
      followRedirect(await post(`/admin/newsletters/${id}`, { change: name }));
    expect(await change("pause")).toContain("Nothing was changed: the edition has moved on");
    expect(await change("cancel")).toContain("Nothing more will be sent.");
    expect(await edition()).toMatchObject({ state: "cancelled" });
    expect(await change("resume")).toContain("Sending continues.");
    expect(await edition()).toMatchObject({ state: "planned" });
    await database.rows("update editions set state = 'sending', started_at = now()");
    expect(await change("pause")).toContain("Sending is paused.");
    expect((await sendAll()).size).toBe(0);
    const log = await database.rows<{ action: string }>(
      "select action from changes where record_id = ? order by created_at",
      [id],
    );
    expect(log.map(({ action }) => action)).toEqual(["planned", "cancelled", "resumed", "paused"]);
    expect((await post(`/admin/newsletters/${id}`, { change: "toString" })).status).toBe(400);
  });

  it("a cancelled edition that continues has the record’s present text", async () => {
    for (const name of ["a", "b", "c", "d"]) await insertReader(name, "Premium");
    const id = await insertBrief();
    await send("briefs", id);
    await sendAll(
      keepingTransport(async () => {
        await database.rows("update daily_briefs set status = 'draft' where id = ?", [id]);
        return { outcome: "sent" };
      }),
    );
    await database.rows(
      "update daily_briefs set status = 'published', analysis = 'Corrected.' where id = ?",
      [id],
    );
    await post(`/admin/newsletters/${(await edition())?.id}`, { change: "resume" });
    const [[, message] = []] = [...(await sendAll())];
    expect(message).toContain("Corrected.");
    expect(message).not.toContain(LOCKED);
    expect(await edition()).toMatchObject({ state: "done", total: 4, sent: 4 });
  });

  it("a restored database sends nothing until staff continue", async () => {
    await insertReader("a");
    await post("/admin/newsletters", { newsletter: "news", automatic: "yes" });
    await send("briefs", await insertBrief());
    await em().transactional((manager) => holdEditions(manager));
    await insertRecord(database, "news", { title: "After the restore" });
    expect((await sendAll()).size).toBe(0);
    expect(await html(`/admin/newsletters/${(await edition())?.id}`)).toContain("restored from a backup");
    await post(`/admin/newsletters/${(await edition())?.id}`, { change: "resume" });
    expect((await sendAll()).size).toBe(1);
  });

  it("an edition that cannot be sent waits, and the others leave", async () => {
    await insertReader("a", "Premium");
    await send("alerts", await insertRecord(database, "trade_alerts"), { subject: "Broken" });
    await send("briefs", await insertBrief());
    await sendEditions(keepingTransport(), 60_000);
    await database.rows("update editions set state = 'sending', ended_at = null, sent = 0");
    await database.rows("update edition_members set state = 'waiting', due_at = now()");
    await database.rows("update editions set sent = total where newsletter = 'alerts'");
    const sent = keepingTransport();
    await sendEditions(sent);
    expect(sent.messages.map(({ raw }) => /Subject: (.*)/.exec(raw)?.[1])).toContain("Nvidia: pay 158");
    const [broken] = await database.rows("select state, retry_at from editions where newsletter = 'alerts'");
    expect(broken).toMatchObject({ state: "sending", retry_at: expect.anything() });
    const [{ id } = { id: "" }] = await database.rows<Row>(
      "select * from editions where newsletter = 'alerts'",
    );
    const page = await html(`/admin/newsletters/${id}`);
    expect(page).toContain("because of a problem on our side");
    expect(page).not.toContain("The mail server did not answer.");
  });

  it("the change log shows who did what with newsletters", async () => {
    await send("briefs", await insertBrief());
    const log = await html("/admin/changes?kind=newsletters");
    expect(log).toContain("Nvidia: pay 158");
  });

  it("the preview shows both versions as an email program does", async () => {
    const id = await insertBrief();
    const preview = async (version: string) =>
      get(`/admin/newsletters/preview?${new URLSearchParams({ newsletter: "briefs", record: id, version })}`);
    expect(await (await preview("whole")).text()).toContain(LOCKED);
    const teaser = await preview("teaser");
    expect(await teaser.text()).not.toContain(LOCKED);
    expect(teaser.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it("an editor cannot open newsletters", async () => {
    for (const path of ["/admin/newsletters", compose("news", await insertRecord(database, "news"))])
      expect((await get(path, "editor")).status).toBe(403);
  });
});
