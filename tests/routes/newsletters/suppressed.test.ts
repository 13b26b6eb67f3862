import { insertReader, keepingTransport, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import { insertSuppressed, nothingLeft, othersLeave, suppressed } from "tests/support/suppressions";
import { beforeEach, describe, expect, it } from "vitest";
import { deliver } from "~/features/mail/delivery.server";
import { liftBounce, reportEmails } from "~/features/mail/suppressions.queries.server";
import { countReaders } from "~/features/newsletters/choices.queries.server";
import type { Handover } from "~/features/newsletters/edition-transport.server";
import { confirmationToken } from "~/features/newsletters/unsubscribe-token.server";

setUpStaffApp();
beforeEach(async () => {
  await removeReaders();
  await nothingLeft();
  await othersLeave();
  await database.rows("update edition_sender set lease = null, lease_until = null");
});

const send = async () => {
  const record = await insertRecord(database, "news");
  await post(`/admin/newsletters/new?${new URLSearchParams({ newsletter: "news", record })}`, {
    subject: "A subject",
    preview: "",
  });
};

type Edition = { id: string; state: string; total: number; sent: number; skipped: number; failed: number };
const edition = async () => (await database.rows<Edition>("select * from editions"))[0] as Edition;

const refusing = (answers: Record<string, string>, more: { isAboutReceiver?: boolean } = {}) =>
  keepingTransport(({ to }): Handover => {
    const reason = answers[to.split("@")[0] ?? ""];
    return reason
      ? { outcome: "refused", code: Number(reason.slice(0, 3)), reason, isAboutReceiver: true, ...more }
      : { outcome: "sent" };
  });

describe("an edition", () => {
  it("skips a suppressed address, counts it as not sent, and says why", async () => {
    await insertReader("good");
    await insertReader("gone");
    await insertReader("lifted");
    await insertReader("full-once");
    await database.rows(
      "insert into subscribers (email, newsletters, confirmed_at) values ('spam@readers.test', '{news}', now())",
    );
    await insertSuppressed("GONE@readers.test");
    await insertSuppressed("spam@readers.test", "complaint");
    await insertSuppressed("lifted@readers.test", "hard", { lifted_at: new Date(), lifted_by: "Staff" });
    await insertSuppressed("full-once@readers.test", "soft", { count: 2 });
    const readers = (await countReaders()).get("news") ?? 0;
    await send();
    const sent = await sendAll();
    expect([...sent.keys()].toSorted()).toEqual(
      ["full-once", "good", "lifted"].map((name) => `${name}@readers.test`),
    );
    const { id, ...counts } = await edition();
    expect(counts).toMatchObject({ state: "done", total: 5, sent: 3, skipped: 2, failed: 0 });
    expect(readers).toBe(3);
    expect(await html(`/admin/newsletters/${id}`)).toContain("whose address cannot be reached");
    await database.rows("delete from subscribers where email = 'spam@readers.test'");
  });

  it("skips an address that was suppressed between listing and sending, and one whose reader changed it", async () => {
    const moved = await insertReader("old");
    await insertReader("gone");
    await insertSuppressed("old@readers.test");
    await send();
    const pausing = keepingTransport(async () => {
      await database.rows("update editions set state = 'paused'");
      return { outcome: "not taken", reason: "cut", cause: "connection" };
    });
    await sendAll(pausing);
    expect(pausing.messages.map(({ to }) => to)).toEqual(["gone@readers.test"]);
    await insertSuppressed("gone@readers.test");
    await database.rows("update edition_members set state = 'waiting', due_at = now()");
    await database.rows("update members set email = 'new@readers.test' where id = ?", [moved]);
    await database.rows("update editions set state = 'sending', skipped = 0, retry_at = null");
    expect([...(await sendAll()).keys()]).toEqual(["new@readers.test"]);
    expect(await edition()).toMatchObject({ state: "done", total: 2, sent: 1, skipped: 1 });
  });

  it("suppresses an address that a server says does not exist, and no other that it refuses", async () => {
    for (const name of ["a-good", "gone", "full", "bare", "policy", "body"]) await insertReader(name);
    await send();
    await sendAll(
      Object.assign(
        refusing({
          gone: "550 5.1.1 No such user",
          full: "552 5.2.2 Mailbox full",
          bare: "550 No",
          policy: "550 5.7.515 Access denied",
        }),
        { connections: 20 },
      ),
    );
    expect(await suppressed("gone@readers.test")).toMatchObject({
      reason: "hard",
      count: 1,
      evidence: "550 5.1.1 No such user",
    });
    expect(await suppressed("full@readers.test")).toMatchObject({ reason: "soft", count: 1 });
    expect(await suppressed("bare@readers.test")).toMatchObject({ reason: "soft", count: 1 });
    expect(await suppressed("policy@readers.test")).toBeUndefined();
    expect(await database.rows("select kind from mail_reports order by kind")).toEqual(
      ["hard", "ours", "soft", "soft"].map((kind) => ({ kind })),
    );
    await send();
    expect([...(await sendAll()).keys()]).not.toContain("gone@readers.test");
  });

  it.each([
    1, 2,
  ])("with %i connections, a server that refuses everybody stops it and suppresses nobody", async (connections) => {
    const names = Array.from({ length: 12 }, (_, n) => `reader${n}`);
    for (const name of names) await insertReader(name);
    await send();
    const answers = Object.fromEntries(names.map((name) => [name, "550 5.1.1 No such user"]));
    await sendAll(Object.assign(refusing(answers), { connections }));
    const { state, failed } = await edition();
    expect(state).toBe("stalled");
    expect(failed).toBeLessThanOrEqual(6);
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
    await database.rows("delete from editions");
  });

  it("an address that is refused with one connection is suppressed once another email was taken", async () => {
    for (const name of ["gone", "good"]) await insertReader(name);
    await send();
    let handed = 0;
    const gone = keepingTransport(async () => {
      handed += 1;
      if (handed > 1) return { outcome: "sent" };
      return { outcome: "refused", code: 550, reason: "550 5.1.1 No such user", isAboutReceiver: true };
    });
    await sendAll(Object.assign(gone, { connections: 1 }));
    expect(await suppressed(gone.messages[0]?.to ?? "")).toMatchObject({ reason: "hard", count: 1 });
    expect(await database.rows("select email from suppressed_addresses")).toHaveLength(1);
  });

  it("a refusal of a whole batch suppresses nobody", async () => {
    for (const name of ["a", "b", "c"]) await insertReader(name);
    await send();
    const answer = "550 5.1.1 No such user";
    await sendAll(refusing({ a: answer, b: answer, c: answer }));
    expect((await edition()).state).toBe("stalled");
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
  });
});

describe("while a mail server of ours is down", () => {
  const refusal = { responseCode: 451, command: "RCPT TO" };
  const down = {
    send: () => Promise.reject(Object.assign(new Error("451 4.2.0 Try again"), refusal)),
    close() {},
  };
  /** An email that is given up: the last of a day's attempts. */
  const givenUp = async (name: string) => {
    const id = await insertRecord(database, "mails", {
      to_address: `${name}@readers.test`,
      state: "queued",
      sent_at: null,
      created_at: new Date(Date.now() - 25 * 3_600_000),
    });
    await deliver(id, down);
  };
  const countOf = async (name: string) => (await suppressed(`${name}@readers.test`))?.count ?? 0;

  it("single emails suppress nobody, however many days that takes", async () => {
    await nothingLeft();
    for (let days = 0; days < 4; days += 1) {
      for (const name of ["a", "b", "c"]) await givenUp(name);
      await database.rows("update mail_reports set created_at = created_at - interval '1 day'");
      await database.rows("update suppressed_addresses set last_seen_at = last_seen_at - interval '1 day'");
    }
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
    await othersLeave(1);
    await givenUp("a");
    expect(await countOf("a")).toBe(0);
    await othersLeave(20);
    await givenUp("a");
    expect(await countOf("a")).toBe(1);
  });

  it.each([1, 2])("an edition to %i suppresses nobody", async (readers) => {
    await nothingLeft();
    for (const name of ["a", "b"].slice(0, readers)) await insertReader(name);
    await send();
    await sendAll(refusing({ a: "550 No", b: "550 No" }));
    expect(await database.rows("select kind from mail_reports")).toEqual([]);
    expect(await database.rows("select state from edition_members where state = 'failed'")).toHaveLength(
      readers,
    );
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
  });

  it("more failures than a third of all are about us", async () => {
    await nothingLeft();
    await othersLeave(4);
    for (const name of ["a", "b", "c"]) await givenUp(name);
    expect([await countOf("a"), await countOf("b"), await countOf("c")]).toEqual([1, 1, 0]);
  });

  it("an email that came back days after it left is compared with those since then", async () => {
    await nothingLeft();
    await othersLeave();
    await database.rows(
      "update mails set sent_at = now() - interval '3 days', created_at = now() - interval '3 days' where state = 'sent'",
    );
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const report = (name: string, sentAt: Date) =>
      reportEmails([
        {
          emailId: crypto.randomUUID(),
          address: `${name}@readers.test`,
          kind: "soft",
          evidence: "4.2.2",
          sentAt,
        },
      ]);
    await report("a", daysAgo(2));
    await report("b", daysAgo(4));
    expect([await countOf("a"), await countOf("b")]).toEqual([0, 1]);
  });
});

describe("reports about an address", () => {
  const EMAIL = "one@readers.test";
  const report = (kind: "soft" | "hard" | "complaint", emailId: string = crypto.randomUUID()) =>
    reportEmails([{ emailId, address: EMAIL, kind, evidence: kind }]);
  const daysPass = (days: number) =>
    database.rows(`update suppressed_addresses set last_seen_at = last_seen_at - interval '${days} days'`);
  const isSuppressed = async () => {
    const reader = await insertReader("one");
    const count = (await countReaders()).get("news") ?? 0;
    await database.rows("delete from members where id = ?", [reader]);
    return count === 0;
  };

  it("soft bounces suppress on the third day, not on the third report", async () => {
    for (let reports = 0; reports < 4; reports += 1) await report("soft");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "soft", count: 1 });
    await daysPass(1);
    await report("soft");
    expect(await isSuppressed()).toBe(false);
    await daysPass(29);
    await report("soft");
    expect(await suppressed(EMAIL)).toMatchObject({ count: 3 });
    expect(await isSuppressed()).toBe(true);
  });

  it("soft bounces more than 30 days apart begin a new count", async () => {
    await report("soft");
    await daysPass(1);
    await report("soft");
    await daysPass(31);
    await report("soft");
    expect(await suppressed(EMAIL)).toMatchObject({ count: 1 });
  });

  it("a further soft bounce leaves an address suppressed, however late it comes", async () => {
    for (let days = 0; days < 3; days += 1) {
      await report("soft");
      await daysPass(1);
    }
    await daysPass(60);
    await report("soft");
    expect(await isSuppressed()).toBe(true);
  });

  it("count once for each email", async () => {
    const id = crypto.randomUUID();
    expect(await report("hard", id)).toBe(1);
    expect(await report("hard", id)).toBe(0);
    expect(await report("hard")).toBe(1);
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard", count: 2 });
  });

  it("become stronger, never weaker", async () => {
    await report("soft");
    await report("hard");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard", count: 1 });
    await report("soft");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard", count: 1, evidence: "hard" });
    await report("complaint");
    await report("hard");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "complaint" });
  });

  it("a report after a lift suppresses again", async () => {
    const id = crypto.randomUUID();
    await report("hard", id);
    expect(await liftBounce(EMAIL.toUpperCase())).toBe(true);
    expect(await isSuppressed()).toBe(false);
    await report("hard", id);
    expect(await isSuppressed()).toBe(false);
    await report("hard");
    expect(await suppressed(EMAIL)).toMatchObject({ lifted_at: null, count: 1 });
    expect(await isSuppressed()).toBe(true);
  });

  it("a complaint stays when a link from an email is opened", async () => {
    await report("complaint");
    expect(await liftBounce(EMAIL)).toBe(false);
    expect(await isSuppressed()).toBe(true);
  });

  it("keep hostile words as one bounded line", async () => {
    await reportEmails([
      {
        emailId: crypto.randomUUID(),
        address: EMAIL,
        kind: "hard",
        evidence: `a\0\r\n\ud800${"ü".repeat(400)}`,
      },
    ]);
    expect((await suppressed(EMAIL))?.evidence).toHaveLength(300);
  });
});

describe("a single email to a suppressed address", () => {
  const queued = (template: string) =>
    insertRecord(database, "mails", {
      to_address: "one@readers.test",
      template,
      state: "queued",
      sent_at: null,
    });
  const stateOf = async (id: string) =>
    (
      await database.rows<{ state: string; last_error: string | null }>("select * from mails where id = ?", [
        id,
      ])
    )[0];
  const keep = () => {
    const sent: string[] = [];
    return { sent, send: async ({ id }: { id: string }) => void sent.push(id), close() {} };
  };

  it.each([
    "expiry",
    "price-alert",
    "imported",
  ])("an email that nobody asked for stays: %s", async (template) => {
    await insertSuppressed("ONE@readers.test");
    await database.rows("delete from mails where state = 'failed'");
    const [id, transport] = [await queued(template), keep()];
    await deliver(id, transport);
    expect(transport.sent).toEqual([]);
    expect(await stateOf(id)).toMatchObject({
      state: "held",
      last_error: "Not sent: the address cannot be reached, or its owner complained.",
    });
    expect(await html("/admin")).not.toContain("could not be delivered");
    expect(await html("/admin/mails?state=held")).toContain("one@readers.test");
    await liftBounce("one@readers.test");
    const other = await queued(template);
    await deliver(other, transport);
    expect(transport.sent).toEqual([other]);
  });

  it.each([
    "verification",
    "reset",
    "receipt",
    "sign-in",
    "welcome",
  ])("that somebody waits for leaves: %s", async (template) => {
    await insertSuppressed("one@readers.test", "complaint");
    const [id, transport] = [await queued(template), keep()];
    await deliver(id, transport);
    expect(await stateOf(id)).toMatchObject({ state: "sent" });
  });

  it("a final refusal suppresses it, one that is tried again does not", async () => {
    const failing = (responseCode: number, answer: string, command = "RCPT TO") => ({
      send: () => Promise.reject(Object.assign(new Error(answer), { responseCode, command })),
      close() {},
    });
    await deliver(await queued("welcome"), failing(450, "450 4.2.2 Mailbox full"));
    await deliver(await queued("welcome"), failing(550, "550 5.1.1 by a password", "AUTH PLAIN"));
    await deliver(await queued("welcome"), failing(550, "550 5.7.1 Blocked"));
    expect(await suppressed("one@readers.test")).toBeUndefined();
    const id = await queued("welcome");
    await deliver(id, failing(550, "550 5.1.1 No such user"));
    expect(await stateOf(id)).toMatchObject({ state: "failed" });
    expect(await suppressed("one@readers.test")).toMatchObject({ reason: "hard" });
  });
});

describe("a member whose address is suppressed", () => {
  const pages = ["/dashboard", "/dashboard/notifications"];
  const words = "We can’t reach you at this address";

  it("reads so in the account, tries again after a bounce, and then reads nothing of it", async () => {
    for (const path of pages) expect(await html(path, "premium")).not.toContain(words);
    await insertSuppressed("premium@demo.test");
    for (const path of pages) expect(await html(path, "premium")).toContain(words);
    const tried = await post("/dashboard/email-retry", {}, "premium");
    expect(await followRedirect(tried, "premium")).toContain("We will email this address again.");
    for (const path of pages) expect(await html(path, "premium")).not.toContain(words);
    expect(await suppressed("premium@demo.test")).toMatchObject({ lifted_by: "The owner of the address" });
  });

  it("is not asked to try again after a complaint, and cannot", async () => {
    await insertSuppressed("premium@demo.test", "complaint");
    const page = await html("/dashboard", "premium");
    expect(page).toContain(words);
    expect(page).not.toContain("email-retry");
    await post("/dashboard/email-retry", {}, "premium");
    expect(await suppressed("premium@demo.test")).toMatchObject({ lifted_at: null });
  });

  it("their page in the back-office has the reason", async () => {
    const page = `/admin/manage-users/${await memberIdOf("premium")}`;
    expect(await html(page)).not.toContain("Suppressed:");
    await insertSuppressed("premium@demo.test");
    expect(await html(page)).toContain("Suppressed: no such address");
  });
});

describe("a link from an email", () => {
  it.each(["hard", "complaint"] as const)("a confirmation of newsletters lifts a %s", async (reason) => {
    await insertSuppressed("one@readers.test", reason);
    const [subscriber] = await database.rows<{ id: string }>(
      "insert into subscribers (email, requested) values ('one@readers.test', '{news}') returning id",
    );
    const token = await confirmationToken(subscriber?.id ?? "");
    await app.request(`/newsletters/${token}`);
    expect(await suppressed("one@readers.test")).toMatchObject({ lifted_at: null });
    await app.request(`/newsletters/${token}`, { method: "POST", body: {} });
    expect((await suppressed("one@readers.test"))?.lifted_at).not.toBeNull();
    await database.rows("delete from subscribers where email = 'one@readers.test'");
  });
});
