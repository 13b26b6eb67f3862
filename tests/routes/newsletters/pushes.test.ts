import type { Newsletter } from "db/entities/newsletter";
import { em } from "db/orm.server";
import { insertReader, removeReaders, sendAll } from "tests/support/newsletters";
import { insertDevice, keepingPushTransport, sendAllPushes } from "tests/support/pushes";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { html, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import type { PushAnswer } from "~/features/newsletters/push/push-transport.server";
import { endPushes, pushEdition, sweepPushes } from "~/features/newsletters/push/queue-push.server";
import { requestPushTurn, sendPushes } from "~/features/newsletters/push/send-pushes.server";
import { pushSender } from "~/features/newsletters/sender-lease.server";
import { planEdition } from "~/features/newsletters/start-editions.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { PUSH_QUEUE } from "~/platform/jobs/queue-names";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from push_messages");
  await database.rows("delete from push_devices");
  await removeReaders();
  await database.rows("update push_sender set lease = null, lease_until = null");
  await database.rows("update edition_sender set lease = null, lease_until = null");
  await fetchJobs(PUSH_QUEUE, 100);
});

const SECRET = "Nvidia";

const insertAlert = (more: Record<string, unknown> = {}) =>
  insertRecord(database, "trade_alerts", { name: SECRET, ticker: "NVDA", ...more });
const insertBrief = (more: Record<string, unknown> = {}) =>
  insertRecord(database, "daily_briefs", { company_name: SECRET, ticker: "NVDA", headline: SECRET, ...more });

/** Sends a record to its readers, whose devices are then due. @returns the edition's id */
async function sendEdition(newsletter: Newsletter, recordId: string): Promise<string> {
  const edition = {
    newsletter,
    recordId,
    subject: SECRET,
    preview: SECRET,
    staffName: null,
    followsRecord: false,
    startsAt: null,
  };
  const id = (await planEdition(edition)) ?? "";
  await sendAll();
  return id;
}

/** A member with a device. @returns their ids */
async function insertDeviceOf(...reader: Parameters<typeof insertReader>) {
  const member = await insertReader(...reader);
  return { member, device: await insertDevice(member) };
}

type Message = {
  sent: number;
  removed: number;
  failed: number;
  reason: string | null;
  ended_at: Date | null;
};
const message = async () => (await database.rows<Message>("select * from push_messages"))[0];
const names = (pushes: { email: string }[]) => pushes.map(({ email }) => email.split("@")[0]).toSorted();

/** Makes everything due that waits for a later attempt. */
const letTimePass = () => database.rows("update push_retries set due_at = now()");

describe("an edition", () => {
  it("is pushed to the devices of those who may read it, without any of its words", async () => {
    for (const [name, tier] of [
      ["basic", "Basic"],
      ["premium", "Premium"],
      ["private", "Private"],
    ] as const)
      await insertDeviceOf(name, tier);
    await insertDeviceOf("lapsed", "Premium", { subscription_expires_at: new Date(Date.now() - 1000) });
    const alert = await insertAlert();
    const id = await sendEdition("alerts", alert);
    const pushes = await sendAllPushes();
    expect(names(pushes)).toEqual(["premium", "private"]);
    for (const { payload } of pushes)
      expect(payload).toEqual({
        ...{ kind: "alerts", one: "New trade alert", many: "New trade alerts", list: "/trade-alert" },
        ...{ path: `/trade-alert/${alert}`, body: "Read it on Openbell." },
      });
    expect(await message()).toMatchObject({ sent: 2, removed: 0, failed: 0, ended_at: expect.any(Date) });
    const page = await html(`/admin/newsletters/${id}`);
    expect(page).toContain("Notifications on devices");
    expect(await sendAllPushes()).toEqual([]);
  });

  it("a brief is pushed to those who get its introduction, too, and an article to all", async () => {
    await insertDeviceOf("basic");
    await insertDeviceOf("premium", "Premium");
    await sendEdition("briefs", await insertBrief());
    await sendEdition("news", await insertRecord(database, "news"));
    const pushes = await sendAllPushes();
    expect(names(pushes)).toEqual(["basic", "basic", "premium", "premium"]);
    expect(new Set(pushes.map(({ payload }) => payload.one))).toEqual(
      new Set(["New daily brief", "New article"]),
    );
    expect(JSON.stringify(pushes)).not.toContain(SECRET);
  });

  it("an alert for Private members is not pushed to Premium members", async () => {
    await insertDeviceOf("premium", "Premium");
    await insertDeviceOf("private", "Private");
    await sendEdition("alerts", await insertAlert({ audience: "private" }));
    expect(names(await sendAllPushes())).toEqual(["private"]);
  });

  it("a member who switched the kind off gets none, and an unsubscribed email changes nothing", async () => {
    const muted = await insertDeviceOf("muted", "Premium");
    const unsubscribed = await insertDeviceOf("unsubscribed", "Premium");
    await database.rows("insert into muted_pushes values (?, 'alerts')", [muted.member]);
    await database.rows("insert into newsletter_choices values (?, 'alerts', false, now())", [
      unsubscribed.member,
    ]);
    await sendEdition("alerts", await insertAlert());
    expect(names(await sendAllPushes())).toEqual(["unsubscribed"]);
  });

  it("a weekly digest is pushed to nobody", async () => {
    await insertDeviceOf("premium", "Premium");
    const [digest] = await database.rows<{ id: string }>(
      `insert into editions (newsletter, record_id, subject, preview)
       values ('weekly', gen_random_uuid(), 'A week', '') returning id`,
    );
    await pushEdition(digest?.id ?? "", em());
    expect(await message()).toBeUndefined();
  });

  it.each([
    ["is suspended", "update members set status = 'inactive' where id = ?"],
    ["asked for deletion", "update members set deletion_requested_at = now() where id = ?"],
    ["is deleted", "delete from members where id = ?"],
    ["lapses", "update members set subscription_expires_at = now() - interval '1 second' where id = ?"],
    ["removes the device", "delete from push_devices where member_id = ?"],
  ])("a member who %s before the push gets none", async (_name, change) => {
    const { member } = await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await database.rows(change, [member]);
    expect(await sendAllPushes()).toEqual([]);
    expect(await message()).toMatchObject({ sent: 0, failed: 0, ended_at: expect.any(Date) });
  });

  it.each([
    ["unpublished", "update trade_alerts set status = 'draft'"],
    ["cancelled", "update editions set state = 'cancelled'"],
    ["older than four hours", "update push_messages set created_at = now() - interval '5 hours'"],
  ])("one that is %s is pushed to nobody", async (_name, change) => {
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await database.rows(change);
    expect(await sendAllPushes()).toEqual([]);
    expect((await message())?.ended_at).not.toBeNull();
  });

  it("one that is paused waits, and is pushed when it continues", async () => {
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await database.rows("update editions set state = 'paused'");
    expect(await sendAllPushes()).toEqual([]);
    await database.rows("update editions set state = 'sending'");
    expect(await sendAllPushes()).toHaveLength(1);
  });

  it("all devices are asked once, however many there are, and an alert before everything else", async () => {
    const member = await insertReader("premium", "Premium");
    for (let nth = 0; nth < 450; nth += 1) await insertDevice(member);
    await sendEdition("briefs", await insertBrief());
    await sendEdition("alerts", await insertAlert());
    const pushes = await sendAllPushes();
    expect(pushes.slice(0, 450).every(({ kind }) => kind === "alerts")).toBe(true);
    expect(new Set(pushes.slice(450).map(({ device }) => device)).size).toBe(450);
    expect(pushes).toHaveLength(900);
  });
});

describe("a push service's answer", () => {
  const LATER: PushAnswer = { outcome: "later", reason: "push.example answered with status 503." };

  it("a device that is gone is removed, and the others get theirs", async () => {
    const gone = await insertDeviceOf("gone", "Premium");
    await insertDeviceOf("stays", "Premium");
    await sendEdition("alerts", await insertAlert());
    await sendAllPushes(
      keepingPushTransport(({ email }) => ({ outcome: email.startsWith("gone") ? "gone" : "sent" })),
    );
    expect(await message()).toMatchObject({ sent: 1, removed: 1, failed: 0 });
    expect(await database.rows("select from push_devices where id = ?", [gone.device])).toEqual([]);
    const [stays] = await database.rows<{ last_success_at: Date }>(
      "select last_success_at from push_devices",
    );
    expect(stays?.last_success_at).toBeInstanceOf(Date);
  });

  it("a refusal of our key is counted with its reason, and the device stays", async () => {
    await insertDeviceOf("refused", "Premium");
    const id = await sendEdition("alerts", await insertAlert());
    const reason = "web.push.apple.com answered with status 403.";
    await sendAllPushes(keepingPushTransport(() => ({ outcome: "failed", reason })));
    expect(await message()).toMatchObject({ sent: 0, failed: 1, reason });
    expect(await html(`/admin/newsletters/${id}`)).toContain(`Why one failed last: ${reason}`);
    expect(await database.rows("select failures from push_devices")).toEqual([{ failures: 1 }]);
  });

  it.each([
    [undefined, 30],
    [120, 120],
    [0, 10],
    [86_400, 900],
  ])("after Retry-After %s it is asked again in %i seconds", async (retryAfter, seconds) => {
    await insertDeviceOf("busy", "Premium");
    await sendEdition("alerts", await insertAlert());
    await sendAllPushes(
      keepingPushTransport(() => (retryAfter === undefined ? LATER : { ...LATER, retryAfter })),
    );
    const [retry] = await database.rows<{ wait: number }>(
      `select round(extract(epoch from due_at - (select walked_at from push_messages)))::int as wait from push_retries`,
    );
    expect(retry).toEqual({ wait: seconds });
    expect(await sendAllPushes()).toEqual([]);
    await letTimePass();
    expect(await sendAllPushes()).toHaveLength(1);
    expect(await message()).toMatchObject({ sent: 1, ended_at: expect.any(Date) });
    expect(await database.rows("select from push_retries")).toEqual([]);
  });

  it("a device that never answers has failed after four attempts, and is asked last the next time", async () => {
    const slow = await insertDeviceOf("slow", "Premium");
    await sendEdition("alerts", await insertAlert());
    for (let nth = 0; nth < 6; nth += 1) {
      await sendAllPushes(keepingPushTransport(() => LATER));
      await letTimePass();
    }
    expect(await message()).toMatchObject({ sent: 0, failed: 1, reason: LATER.reason });
    await database.rows("delete from push_messages");
    for (const name of ["a", "b", "c"]) await insertDeviceOf(name, "Premium");
    await sendEdition("alerts", await insertAlert());
    const pushes = await sendAllPushes();
    expect(pushes.map(({ device }) => device).indexOf(slow.device)).toBe(3);
    expect(await database.rows("select distinct failures from push_devices")).toEqual([{ failures: 0 }]);
  });

  it("access that ended before the next attempt counts", async () => {
    const { member } = await insertDeviceOf("busy", "Premium");
    await sendEdition("alerts", await insertAlert());
    await sendAllPushes(keepingPushTransport(() => LATER));
    await database.rows(
      "update members set subscription_expires_at = now() - interval '1 second' where id = ?",
      [member],
    );
    await letTimePass();
    expect(await sendAllPushes()).toEqual([]);
    expect(await message()).toMatchObject({ sent: 0, failed: 0, ended_at: expect.any(Date) });
  });
});

describe("the sender of pushes", () => {
  it("two processes do not send at the same time", async () => {
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    expect(await pushSender.take("00000000-0000-4000-8000-000000000001")).toBe(true);
    expect(await sendAllPushes()).toEqual([]);
  });

  it("after a process died in a batch, another one repeats this batch only", async () => {
    const member = await insertReader("premium", "Premium");
    for (let nth = 0; nth < 250; nth += 1) await insertDevice(member);
    await sendEdition("alerts", await insertAlert());
    const devices: string[] = [];
    const dying = keepingPushTransport(({ device }) => {
      devices.push(device);
      if (devices.length > 220) throw new Error("killed");
      return { outcome: "sent" };
    });
    await sendAllPushes(dying);
    expect(await message()).toMatchObject({ sent: 200, ended_at: null });
    await database.rows("update push_messages set due_at = now()");
    const rest = await sendAllPushes();
    expect(rest).toHaveLength(50);
    expect(new Set([...devices.slice(0, 200), ...rest.map(({ device }) => device)]).size).toBe(250);
    expect(await message()).toMatchObject({ sent: 250, ended_at: expect.any(Date) });
  });

  it("one that cannot be sent does not keep the others back", async () => {
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await sendEdition("news", await insertRecord(database, "news"));
    const pushes = await sendAllPushes(
      keepingPushTransport(({ kind }) => {
        if (kind === "alerts") throw new Error("A reason of ours");
        return { outcome: "sent" };
      }),
    );
    expect(pushes.map(({ kind }) => kind)).toEqual(["alerts", "news"]);
  });

  it("work that a dead process left gets a new turn, and no work gets none", async () => {
    await requestPushTurn();
    expect(await fetchJobs(PUSH_QUEUE, 10)).toEqual([]);
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await fetchJobs(PUSH_QUEUE, 10);
    await requestPushTurn();
    expect(await fetchJobs(PUSH_QUEUE, 10)).toHaveLength(1);
  });

  it("a turn is queued with the start of the edition", async () => {
    await sendEdition("alerts", await insertAlert());
    expect(await fetchJobs(PUSH_QUEUE, 10)).toHaveLength(1);
  });

  it("a restored backup pushes nothing that was waiting", async () => {
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await sendAllPushes(keepingPushTransport(() => ({ outcome: "later", reason: "busy" })));
    await endPushes(em());
    expect(await sendAllPushes()).toEqual([]);
    expect(await database.rows("select from push_retries")).toEqual([]);
    expect(await database.rows("select from push_devices")).toHaveLength(1);
  });

  it("without a mail server nothing leaves, and the device counts as notified", async () => {
    await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await sendPushes();
    expect(await message()).toMatchObject({ sent: 1, ended_at: expect.any(Date) });
  });

  it("pushes of price alerts are forgotten after a week, those of editions are kept", async () => {
    const { member } = await insertDeviceOf("premium", "Premium");
    await sendEdition("alerts", await insertAlert());
    await database.rows("insert into push_messages (member_id) values (?)", [member]);
    await database.rows("update push_messages set created_at = now() - interval '8 days'");
    expect(await sweepPushes()).toBe(1);
    expect(await database.rows("select from push_messages where edition_id is not null")).toHaveLength(1);
  });
});
