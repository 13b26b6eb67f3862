import { deliveryReport, feedbackReport, receiver } from "tests/support/mail-reports";
import { insertReader, removeReaders } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { setUpStaffApp } from "tests/support/staff-app";
import { insertSuppressed, othersLeave, suppressed } from "tests/support/suppressions";
import { beforeEach, describe, expect, it } from "vitest";
import { returnAddress } from "~/features/mail/return-address.server";
import { takeReport } from "~/features/newsletters/take-report.server";
import { priceAlertToken, unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";

const SECRET = "a secret of the mail server";
const EMAIL = "gone@readers.test";

setUpStaffApp({ BOUNCE_ADDRESS: "bounces@mail.example.com", BOUNCE_SECRET: SECRET });

let readerId: string;
let sentId: string;
const backTo = (id = sentId) => returnAddress(id) ?? "";

beforeEach(async () => {
  await removeReaders();
  await othersLeave();
  readerId = await insertReader("gone");
  const edition = await insertRecord(database, "editions");
  const [sent] = await database.rows<{ id: string }>(
    "insert into edition_members (edition_id, member_id, state, sent_to, sent_at) values (?, ?, 'sent', ?, now()) returning id",
    [edition, readerId, EMAIL],
  );
  sentId = sent?.id ?? "";
});

const bounce = (status: string, more: Record<string, string> = {}, to = backTo()) =>
  takeReport(deliveryReport({ to, receivers: [receiver(EMAIL, status, more)] }));

describe("a delivery report", () => {
  it("a report of an unknown address suppresses it, once however often it comes", async () => {
    expect(backTo().split("@")[0]?.length).toBeLessThanOrEqual(64);
    expect(await bounce("5.1.1")).toBe(true);
    expect(await bounce("5.1.1")).toBe(false);
    expect(await suppressed(EMAIL)).toMatchObject({
      reason: "hard",
      count: 1,
      evidence: "5.1.1 550 5.1.1 refused",
    });
  });

  it("an email that came back counts once in its edition", async () => {
    const bounced = () => database.rows("select bounced from edition_counts");
    expect(await bounced()).toEqual([]);
    for (const status of ["4.2.2", "5.1.1", "5.1.1"]) await bounce(status);
    expect(await bounced()).toEqual([{ bounced: 1 }]);
    await database.rows("delete from edition_counts");
    await database.rows("delete from mail_reports");
    await database.rows("update edition_members set state = 'unknown', sent_at = null");
    await bounce("5.1.1");
    expect(await bounced()).toEqual([]);
  });

  it("a full mailbox counts as soft, and a later hard report replaces it", async () => {
    await bounce("4.2.2");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "soft" });
    await bounce("5.1.1");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard" });
  });

  it.each([
    ["of a delay", "4.4.1", { Action: "delayed" }],
    ["of a success", "2.1.5", { Action: "delivered" }],
    ["about our sending", "5.7.26", {}],
    ["of a network that was away", "4.4.7", {}],
    ["without a status", "", {}],
  ])("%s suppresses nobody", async (_, status, more) => {
    await bounce(status, more);
    expect(await suppressed(EMAIL)).toBeUndefined();
  });

  it.each([
    ["smtp; 550-5.7.26 This mail is unauthenticated", undefined],
    ["smtp; 550 5.1.1 No such user", "hard"],
    ["smtp; 550 No such user", "soft"],
  ])("a status of 5.0.0 counts as the answer beside it: %s", async (diagnostic, reason) => {
    await bounce("5.0.0", { "Diagnostic-Code": diagnostic });
    expect((await suppressed(EMAIL))?.reason).toBe(reason);
  });

  it("a receiver of 60,000 characters counts as one that is not named", async () => {
    const hostile = `rfc822;${"@".repeat(60_000)}<`;
    const raw = deliveryReport({
      to: backTo(),
      receivers: [receiver(EMAIL, "5.1.1", { "Final-Recipient": hostile })],
    });
    expect(await takeReport(raw)).toBe(true);
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "soft" });
  });

  it("is read in any case, with folded lines and comments, whatever the charset of its prose", async () => {
    const raw = deliveryReport({
      to: `<${backTo().toUpperCase()}>`,
      prose: "text/plain; charset=klingon",
      receivers: [
        {
          "FINAL-RECIPIENT": "RFC822;\r\n  <Gone@Readers.test>",
          action: "Failed (for good)",
          status: "5.1.1 (no such user)",
        },
      ],
    });
    expect(await takeReport(raw)).toBe(true);
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard" });
  });

  it("several receivers: only the one that the email was sent to counts", async () => {
    const others = [receiver("a@readers.test", "5.1.1"), receiver("b@readers.test", "5.1.1")];
    expect(await takeReport(deliveryReport({ to: backTo(), receivers: others }))).toBe(false);
    const receivers = [...others, receiver(EMAIL, "4.2.2")];
    expect(await takeReport(deliveryReport({ to: backTo(), receivers }))).toBe(true);
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "soft" });
    expect(await suppressed("a@readers.test")).toBeUndefined();
  });

  it("a forwarded address counts as the one that the email was sent to, but as soft: others may get it", async () => {
    await takeReport(deliveryReport({ to: backTo(), receivers: [receiver("other@readers.test", "5.1.1")] }));
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "soft" });
    expect(await suppressed("other@readers.test")).toBeUndefined();
  });

  it("suppresses the address of that time, not the one that the reader has now", async () => {
    await database.rows("update members set email = 'new@readers.test' where id = ?", [readerId]);
    await bounce("5.1.1");
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard" });
    expect(await suppressed("new@readers.test")).toBeUndefined();
  });

  it("to an address that we did not sign, or of an email that was not sent, changes nothing", async () => {
    const signed = backTo();
    const forged = signed.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"));
    for (const to of [
      forged,
      signed.replace("+", "-"),
      "bounces@mail.example.com",
      backTo(crypto.randomUUID()),
    ])
      expect(await bounce("5.1.1", {}, to)).toBe(false);
    await database.rows("update edition_members set state = 'waiting', sent_to = null");
    expect(await bounce("5.1.1")).toBe(false);
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
  });

  it("a single email that came back suppresses the address in its log", async () => {
    const id = await insertRecord(database, "mails", { to_address: EMAIL, attempts: 1 });
    expect(await bounce("5.2.1", {}, backTo(id))).toBe(true);
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard" });
  });
});

describe("another message", () => {
  it.each([
    [
      "an automatic reply",
      "Auto-Submitted: auto-replied\r\nSubject: Out of office 5.1.1\r\n\r\nStatus: 5.1.1",
    ],
    ["nothing", ""],
    ["no message", "\0\xff\xfe--cut"],
    [
      "a broken report",
      'Content-Type: multipart/report; boundary="x"\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Reci',
    ],
    ["a part without an end", 'Content-Type: multipart/report; boundary="\r\n\r\n--'],
  ])("changes nothing: %s", async (_, text) => {
    expect(await takeReport(Buffer.from(`To: ${backTo()}\r\n${text}`, "latin1"))).toBe(false);
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
  });
});

describe("a reader's complaint", () => {
  const link = async (id = readerId) =>
    `<https://www.example.com/unsubscribe/briefs/${await unsubscribeToken(id)}>`;
  const wanted = async () =>
    (await database.rows("select 1 from newsletter_choices where member_id = ? and not is_on", [readerId]))
      .length;

  it("suppresses the address and ends the reader's newsletters, by our return address", async () => {
    expect(await takeReport(feedbackReport({ "Return-Path": `<${backTo()}>` }))).toBe(true);
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "complaint" });
    expect(await wanted()).toBe(4);
    expect(await takeReport(feedbackReport({ "Return-Path": `<${backTo()}>` }))).toBe(false);
  });

  it("does so by the link to unsubscribe and the email's id, if both are of one reader", async () => {
    const id = `<${sentId}@www.example.com>`;
    expect(await takeReport(feedbackReport({ "List-Unsubscribe": await link(), "Message-ID": id }))).toBe(
      true,
    );
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "complaint" });
  });

  it("does so by the link that a subscriber got, whose address has an account since then", async () => {
    const [subscriber] = await database.rows<{ id: string }>(
      "insert into subscribers (newsletters, member_id) values ('{}', ?) returning id",
      [readerId],
    );
    const id = `<${sentId}@www.example.com>`;
    await takeReport(feedbackReport({ "List-Unsubscribe": await link(subscriber?.id), "Message-ID": id }));
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "complaint" });
  });

  it("does so by the link of a price alert, and the id of its email", async () => {
    const email = await insertRecord(database, "mails", { to_address: EMAIL, attempts: 1 });
    const unsubscribe = `<https://www.example.com/unsubscribe/price-alerts/${await priceAlertToken(readerId)}>`;
    await takeReport(
      feedbackReport({ "List-Unsubscribe": unsubscribe, "Message-ID": `<${email}@www.example.com>` }),
    );
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "complaint" });
    await database.rows("delete from mails");
  });

  it("another reader's link suppresses no address, and ends only that reader's newsletters", async () => {
    const other = await insertReader("other");
    await takeReport(
      feedbackReport({ "List-Unsubscribe": await link(other), "Message-ID": `<${sentId}@www.example.com>` }),
    );
    expect(await database.rows("select email from suppressed_addresses")).toEqual([]);
    expect(await wanted()).toBe(0);
  });

  const HOUR_AGO = new Date(Date.now() - 3_600_000).toUTCString();
  const forgotten = async (id: string, head: Record<string, string>, feedback = {}) =>
    takeReport(feedbackReport({ "List-Unsubscribe": await link(id) }, feedback, head));
  const chooses = (newsletter: string, changedAt: string) =>
    database.rows(
      `insert into newsletter_choices (member_id, newsletter, is_on, changed_at)
       values (?, ?, true, now() + ?::interval)`,
      [readerId, newsletter, changedAt],
    );
  const kept = async () =>
    (
      await database.rows<{ newsletter: string }>(
        "select newsletter from newsletter_choices where member_id = ? and is_on",
        [readerId],
      )
    ).map(({ newsletter }) => newsletter);

  it.each([
    ["its date", { Date: HOUR_AGO }, {}],
    ["the email's arrival", { Date: "soon" }, { "Arrival-Date": HOUR_AGO }],
  ])("that is read again ends nothing that its reader chose since, by %s", async (_, head, feedback) => {
    await chooses("news", "-1 minute");
    await chooses("briefs", "-2 hours");
    expect(await forgotten(readerId, head, feedback)).toBe(true);
    expect(await kept()).toEqual(["news"]);
    expect(await forgotten(readerId, head, feedback)).toBe(false);
  });

  it("ends nothing that a subscriber confirmed since", async () => {
    const [subscriber] = await database.rows<{ id: string }>(
      `insert into subscribers (email, newsletters, confirmed_at) values ('sub@readers.test', '{news}', now())
       returning id`,
    );
    const newsletters = async () =>
      (await database.rows("select newsletters from subscribers where id = ?", [subscriber?.id ?? ""]))[0];
    expect(await forgotten(subscriber?.id ?? "", { Date: HOUR_AGO })).toBe(false);
    expect(await newsletters()).toEqual({ newsletters: ["news"] });
    await database.rows("update subscribers set confirmed_at = now() - interval '2 hours'");
    expect(await forgotten(subscriber?.id ?? "", { Date: HOUR_AGO })).toBe(true);
    expect(await newsletters()).toEqual({ newsletters: [] });
    await database.rows("delete from subscribers where email = 'sub@readers.test'");
  });

  it("about a forgotten email ends nothing if it has no date", async () => {
    expect(await forgotten(readerId, {})).toBe(false);
    expect(await wanted()).toBe(0);
  });

  it("replaces a bounce", async () => {
    await insertSuppressed(EMAIL, "hard");
    await takeReport(feedbackReport({}, { "Original-Mail-From": `<${backTo()}>` }));
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "complaint" });
  });

  it.each(["not-spam", "auth-failure", ""])("feedback of the kind %j changes nothing", async (kind) => {
    expect(
      await takeReport(feedbackReport({ "Return-Path": `<${backTo()}>` }, { "Feedback-Type": kind })),
    ).toBe(false);
    expect(await wanted()).toBe(0);
  });
});

describe("the address for mail servers", () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/webhooks/mail-reports`, {
      method: "POST",
      headers: { Authorization: `Bearer ${SECRET}`, "Content-Type": "message/rfc822", ...headers },
      body,
    });
  const report = () => deliveryReport({ to: backTo(), receivers: [receiver(EMAIL, "5.1.1")] });

  it("takes a report with the secret, and counts it once", async () => {
    const first = await send(report());
    expect([first.status, await first.json()]).toEqual([200, { counted: true }]);
    expect(await (await send(report())).json()).toEqual({ counted: false });
    expect(await suppressed(EMAIL)).toMatchObject({ reason: "hard", count: 1 });
  });

  it.each([
    "",
    "Bearer",
    "Bearer a secret of the mail serveR",
    "Basic YTpi",
  ])("refuses %j with 401 and counts nothing", async (Authorization) => {
    const answer = await send(report(), { Authorization });
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    expect(await suppressed(EMAIL)).toBeUndefined();
  });

  it("refuses another type, another method and a body that is too long", async () => {
    expect((await send("{}", { "Content-Type": "application/json" })).status).toBe(415);
    expect((await send(Buffer.alloc(1024 * 1024 + 1, "a"))).status).toBe(413);
    expect((await fetch(`${app.url}/webhooks/mail-reports`)).status).toBe(405);
  });

  it("answers 200 for what is no report, so that it is not sent again", async () => {
    expect(await (await send("nothing")).json()).toEqual({ counted: false });
  });
});
