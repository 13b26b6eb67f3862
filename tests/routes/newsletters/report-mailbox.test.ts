import { type ImapServer, startImapServer } from "tests/support/imap-server";
import { deliveryReport, receiver } from "tests/support/mail-reports";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { setUpStaffApp } from "tests/support/staff-app";
import { suppressed } from "tests/support/suppressions";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { returnAddress } from "~/features/mail/return-address.server";
import { readReports, requestMailboxRound } from "~/features/newsletters/read-mailbox.server";
import { config } from "~/platform/config.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { MAIL_REPORT_QUEUE } from "~/platform/jobs/queue-names";

let server: ImapServer;
setUpStaffApp({ BOUNCE_ADDRESS: "bounces@mail.example.com" });
beforeAll(async () => {
  server = await startImapServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  Object.assign(config(), { bounceMailbox: server.url });
  Object.assign(server, {
    messages: [],
    read: [],
    changes: [],
    visits: 0,
    uidValidity: 7,
    breaksAt: undefined,
    refusesAt: undefined,
  });
  await database.rows("delete from suppressed_addresses");
  await database.rows(
    "update report_mailbox set uid_validity = null, last_uid = 0, tried_uid = null, tries = 0, read_at = null",
  );
});

const minutesPass = () => database.rows("update report_mailbox set read_at = now() - interval '4 minutes'");

/** A report that an email to this address came back. */
async function returned(name: string): Promise<Buffer> {
  const address = `${name}@readers.test`;
  const id = await insertRecord(database, "mails", { to_address: address, attempts: 1 });
  return deliveryReport({ to: returnAddress(id) ?? "", receivers: [receiver(address, "5.1.1")] });
}

const isSuppressed = async (name: string) => (await suppressed(`${name}@readers.test`)) !== undefined;

it("a round counts what is new, marks it as read, and changes nothing else", async () => {
  server.messages = [
    await returned("one"),
    Buffer.from("Subject: Out of office\r\n\r\nBack on Monday."),
    undefined,
  ];
  server.messages.push(await returned("two"));
  await readReports();
  expect([await isSuppressed("one"), await isSuppressed("two")]).toEqual([true, true]);
  expect(server.read).toEqual([1, 2, 4]);
  await minutesPass();
  await readReports();
  expect(server.read).toEqual([1, 2, 4]);
  server.messages.push(await returned("three"));
  await minutesPass();
  await readReports();
  expect(server.read).toEqual([1, 2, 4, 5]);
  expect(await isSuppressed("three")).toBe(true);
  expect(server.changes).toEqual([]);
});

it("a mailbox with new numbers is read from its beginning, and nothing counts twice", async () => {
  server.messages = [await returned("one")];
  await readReports();
  server.uidValidity = 8;
  await minutesPass();
  await readReports();
  expect(server.read).toEqual([1, 1]);
  expect(await suppressed("one@readers.test")).toMatchObject({ count: 1 });
});

it("a server that breaks off is tried again, from where the round ended", async () => {
  server.messages = [await returned("one"), await returned("two")];
  server.breaksAt = 2;
  await readReports();
  expect([await isSuppressed("one"), await isSuppressed("two")]).toEqual([true, false]);
  server.breaksAt = undefined;
  await minutesPass();
  await readReports();
  expect(server.read).toEqual([1, 2]);
  expect(await isSuppressed("two")).toBe(true);
});

it("a message at which the connection always breaks keeps back those after it for three rounds", async () => {
  server.messages = [await returned("one"), await returned("two")];
  server.breaksAt = 1;
  for (let round = 1; round <= 3; round += 1) {
    await readReports();
    expect(await isSuppressed("two")).toBe(false);
    await minutesPass();
  }
  await readReports();
  expect([await isSuppressed("one"), await isSuppressed("two")]).toEqual([false, true]);
});

it("a message that the server cannot give keeps back none after it", async () => {
  server.messages = [await returned("one"), await returned("two")];
  server.refusesAt = 1;
  await readReports();
  expect([await isSuppressed("one"), await isSuppressed("two")]).toEqual([false, true]);
});

it("another mailbox with the same numbers is read from its beginning", async () => {
  server.messages = [await returned("one")];
  await readReports();
  Object.assign(config(), { bounceMailbox: server.url.replace("/INBOX", "/Returned") });
  await minutesPass();
  await readReports();
  expect(server.read).toEqual([1, 1]);
});

it("a server that is away is tried again", async () => {
  Object.assign(config(), { bounceMailbox: "imap://reader:secret@127.0.0.1:1/INBOX" });
  await readReports();
  Object.assign(config(), { bounceMailbox: server.url });
  server.messages = [await returned("one")];
  await minutesPass();
  await readReports();
  expect(await isSuppressed("one")).toBe(true);
});

it("one process reads at a time, every few minutes", async () => {
  server.messages = [await returned("one")];
  await requestMailboxRound();
  expect(await fetchJobs(MAIL_REPORT_QUEUE, 5)).toHaveLength(1);
  await Promise.all([readReports(), readReports()]);
  await readReports();
  expect(server.visits).toBe(1);
  await requestMailboxRound();
  expect(await fetchJobs(MAIL_REPORT_QUEUE, 5)).toHaveLength(0);
});

it("a flood of messages keeps back no report: a round reads them all", async () => {
  const report = await returned("one");
  const last = 1_001;
  await readReports(async () => ({
    uidValidity: "flooded",
    uidsAfter: async () => Array.from({ length: last }, (_, index) => index + 1),
    read: async (uid) => (uid === last ? report : undefined),
    markRead: async () => {},
    close() {},
  }));
  expect(await isSuppressed("one")).toBe(true);
});

it("a round without time for all is followed by another at once", async () => {
  server.messages = [await returned("one")];
  await readReports(undefined, -1);
  expect(await isSuppressed("one")).toBe(false);
  await requestMailboxRound();
  expect(await fetchJobs(MAIL_REPORT_QUEUE, 5)).toHaveLength(1);
  await readReports();
  expect(await isSuppressed("one")).toBe(true);
  await requestMailboxRound();
  expect(await fetchJobs(MAIL_REPORT_QUEUE, 5)).toHaveLength(0);
});

it("without a mailbox nothing is requested or read", async () => {
  Object.assign(config(), { bounceMailbox: undefined });
  await requestMailboxRound();
  expect(await fetchJobs(MAIL_REPORT_QUEUE, 5)).toHaveLength(0);
  await readReports();
  expect(server.visits).toBe(0);
});
