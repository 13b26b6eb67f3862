import type { Newsletter } from "db/entities/newsletter";
import { em } from "db/orm.server";
import { insertChannel, keepingChannels, postAll, SECRETS } from "tests/support/channels";
import { removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { channelById } from "~/features/newsletters/channels/channels.queries.server";
import { ALL_SERVICES } from "~/features/newsletters/channels/channels.rules";
import {
  addRecords,
  pauseChannels,
  postEdition,
  sweepPosts,
} from "~/features/newsletters/channels/queue-posts.server";
import { postTest, requestPostTurn } from "~/features/newsletters/channels/send-posts.server";
import { planEdition } from "~/features/newsletters/start-editions.server";
import { config, setConfig } from "~/platform/config.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { CHANNEL_QUEUE } from "~/platform/jobs/queue-names";

setUpStaffApp();
beforeEach(async () => {
  await database.rows("delete from channels");
  for (const table of ["trade_alerts", "daily_briefs", "news"])
    await database.rows(`update ${table} set status = 'draft'`);
  await removeReaders();
  await database.rows("update edition_sender set lease = null, lease_until = null");
  await fetchJobs(CHANNEL_QUEUE, 100);
});

const COMPANY = "Nvidia";
const LOCKED = "The locked analysis";

const insertAlert = (more: Record<string, unknown> = {}) =>
  insertRecord(database, "trade_alerts", { name: COMPANY, ticker: "NVDA", analysis: LOCKED, ...more });
const insertBrief = (more: Record<string, unknown> = {}) =>
  insertRecord(database, "daily_briefs", {
    ...{ company_name: COMPANY, ticker: "NVDA", headline: "Pay 158", teaser: "In steps." },
    ...{ analysis: LOCKED, ...more },
  });

/** Sends a record by email; no reader gets it. @returns the edition's id */
async function sendEdition(newsletter: Newsletter, recordId: string): Promise<string> {
  const edition = {
    newsletter,
    recordId,
    subject: "S",
    preview: "P",
    staffName: null,
    followsRecord: false,
    startsAt: null,
  };
  const id = (await planEdition(edition)) ?? "";
  await sendAll();
  return id;
}

type Post = {
  state: string;
  attempts: number;
  extent: string | null;
  words: string | null;
  reason: string | null;
  ended_at: Date | null;
};
const posts = () => database.rows<Post>("select * from channel_posts order by created_at, id");
type Row = {
  active: boolean;
  failures: number;
  retry_at: Date | null;
  last_error: string | null;
  wait: number | null;
  last_success_at: Date | null;
};
const channel = async () =>
  (
    await database.rows<Row>(
      "select *, round(extract(epoch from retry_at - last_error_at))::int as wait from channels",
    )
  )[0];
const letTimePass = () => database.rows("update channels set retry_at = null");

describe("an edition", () => {
  it("is posted in each channel once, with what the channel's tier reads, also without readers", async () => {
    await insertChannel({ service: "discord", tier: "Basic" });
    await insertChannel({ service: "slack", tier: "Premium" });
    await insertChannel({ service: "telegram", tier: "Private" });
    const id = await insertBrief();
    await sendEdition("briefs", id);
    expect(await fetchJobs(CHANNEL_QUEUE, 10)).toHaveLength(1);
    const handed = await postAll();
    const of = (service: string) => handed.filter((each) => each.service === service);
    expect(handed).toHaveLength(3);
    expect(of("discord")[0]).toMatchObject({ secret: SECRETS.discord });
    expect(of("discord")[0]?.text).toContain("In steps.");
    expect(of("discord")[0]?.text).not.toContain(LOCKED);
    for (const service of ["slack", "telegram"]) expect(of(service)[0]?.text).toContain(LOCKED);
    for (const { text } of handed) expect(text).toContain(`/daily-brief/${id}`);
    expect(await postAll()).toEqual([]);
    expect((await posts()).map(({ state, extent }) => `${state} ${extent}`).toSorted()).toEqual([
      "sent teaser",
      "sent whole",
      "sent whole",
    ]);
  });

  it("one about an alert says nothing of the company where the tier does not read it", async () => {
    await insertChannel({ tier: "Basic" });
    const id = await insertAlert();
    await sendEdition("alerts", id);
    const [handed] = await postAll();
    expect(handed?.text).not.toMatch(new RegExp(`${COMPANY}|NVDA|${LOCKED}`));
    expect(handed?.text).toContain("A new trade alert");
    expect(handed?.text).toContain(`/trade-alert/${id}`);
    expect((await posts())[0]).toMatchObject({ state: "sent", extent: "teaser" });
  });

  it("one for Private members is a teaser in a Premium channel", async () => {
    await insertChannel({ service: "slack", tier: "Premium" });
    await insertChannel({ service: "discord", tier: "Private" });
    await sendEdition("alerts", await insertAlert({ audience: "private" }));
    const handed = await postAll();
    expect(handed.find(({ service }) => service === "slack")?.text).not.toContain(COMPANY);
    expect(handed.find(({ service }) => service === "discord")?.text).toContain(COMPANY);
  });

  it("an article is posted whole in every channel", async () => {
    await insertChannel({ tier: "Basic" });
    await sendEdition("news", await insertRecord(database, "news", { content: "All of it." }));
    expect((await postAll())[0]?.text).toContain("All of it.");
  });

  it("one of a newsletter that the owner added counts as news, and posts its article once", async () => {
    await insertChannel({ newsletters: "{news}" });
    await database.rows("delete from newsletters where newsletter = 'own-1'");
    await database.rows("insert into newsletters (newsletter, title) values ('own-1', 'Letters')");
    const id = await insertRecord(database, "news");
    await sendEdition("own-1", id);
    expect(await postAll()).toHaveLength(1);
    await sendEdition("news", id);
    expect(await postAll()).toEqual([]);
    expect(await posts()).toHaveLength(1);
    await database.rows("delete from newsletters where newsletter = 'own-1'");
  });

  it("is posted only where its newsletter is wanted and nobody has paused", async () => {
    await insertChannel({ newsletters: "{alerts,weekly}" });
    await insertChannel({ service: "slack", active: false });
    await sendEdition("briefs", await insertBrief());
    expect(await posts()).toEqual([]);
  });

  it.each([
    ["its record is unpublished", "update daily_briefs set status = 'draft'", "skipped"],
    ["its record is deleted", "delete from daily_briefs where headline = 'Pay 158'", "skipped"],
    ["it is cancelled", "update editions set state = 'cancelled'", "skipped"],
    ["the channel no longer wants it", "update channels set newsletters = '{news}'", "skipped"],
    ["a day has passed", "update channel_posts set created_at = now() - interval '25 hours'", "failed"],
  ])("is not posted if %s in between", async (_name, change, state) => {
    await insertChannel({ tier: "Private" });
    await sendEdition("briefs", await insertBrief());
    await database.rows(change);
    expect(await postAll()).toEqual([]);
    expect((await posts())[0]).toMatchObject({ state, ended_at: expect.any(Date), words: null });
  });

  it("one about an alert is too late after two hours", async () => {
    await insertChannel({ tier: "Private" });
    await sendEdition("alerts", await insertAlert());
    await database.rows("update channel_posts set created_at = now() - interval '121 minutes'");
    expect(await postAll()).toEqual([]);
    expect((await posts())[0]?.reason).toBe("It was too late.");
  });

  it.each([
    ["the record becomes Private content", "update daily_briefs set audience = 'private'"],
    ["the channel gets teasers only", "update channels set tier = 'Basic'"],
  ])("is a teaser if %s before it is posted", async (_name, change) => {
    await insertChannel({ tier: "Premium" });
    await sendEdition("briefs", await insertBrief());
    await database.rows(change);
    expect((await postAll())[0]?.text).not.toContain(LOCKED);
  });

  it("one that is paused waits, and is posted when it continues", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    await database.rows("update editions set state = 'paused'");
    expect(await postAll()).toEqual([]);
    await database.rows("update editions set state = 'sending'");
    expect(await postAll()).toHaveLength(1);
  });

  it("is posted after an alert that came later", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    await sendEdition("alerts", await insertAlert());
    expect((await postAll()).map(({ text }) => text.includes("trade-alert"))).toEqual([true, false]);
  });

  it("one with hostile words notifies nobody", async () => {
    await insertChannel();
    const title = "@everyone [free](https://evil.test)";
    await sendEdition("news", await insertRecord(database, "news", { title }));
    const body = JSON.parse((await postAll())[0]?.text ?? "{}");
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.embeds[0].title).toBe("\\@everyone \\[free\\]\\(https://evil.test\\)");
  });
});

describe("a channel that gets every record", () => {
  const since = new Date(Date.now() - 3_600_000);

  it("gets each published record once, without an edition, and none from before", async () => {
    await insertChannel({ every_record_since: since, newsletters: "{alerts,news}" });
    await insertRecord(database, "news", { title: "Old", created_at: new Date(Date.now() - 7_200_000) });
    await insertRecord(database, "news", { title: "A draft", status: "draft" });
    await insertRecord(database, "news", { title: "Tomorrow", publish_at: new Date(Date.now() + 3_600_000) });
    await insertBrief();
    const id = await insertRecord(database, "news", { title: "New" });
    await requestPostTurn();
    expect(await fetchJobs(CHANNEL_QUEUE, 10)).toHaveLength(1);
    const handed = await postAll();
    expect(handed).toHaveLength(1);
    expect(handed[0]?.text).toContain("New");
    await sendEdition("news", id);
    await addRecords();
    expect(await postAll()).toEqual([]);
    expect(await database.rows("select from editions")).toHaveLength(1);
  });

  it("gets a record whose edition is cancelled, and a digest only as an edition", async () => {
    await insertChannel({ every_record_since: since });
    const id = await insertRecord(database, "news");
    await sendEdition("news", id);
    expect(await posts()).toEqual([]);
    await database.rows("update editions set state = 'cancelled'");
    await addRecords();
    expect(await postAll()).toHaveLength(1);
    const [digest] = await database.rows<{ id: string }>(
      `insert into editions (newsletter, record_id, subject, preview)
       values ('weekly', gen_random_uuid(), 'A week', '') returning id`,
    );
    await postEdition(digest?.id ?? "", em());
    expect(await database.rows("select from channel_posts where newsletter = 'weekly'")).toHaveLength(1);
  });

  it("gets nothing that was published before it got its kind", async () => {
    const id = await insertChannel({ every_record_since: since, newsletters: "{alerts}" });
    await insertRecord(database, "news");
    const typed = { name: "Ours", secret: "", tier: "Basic", records: "every" };
    const edit = (more: object) =>
      post(`/admin/newsletters/channels/${id}/edit`, { ...typed, ...more }, "superadmin");
    expect((await edit({ newsletters: "alerts" })).status).toBe(303);
    expect((await channelById(id))?.everyRecordSince).toEqual(since);
    await edit({ newsletters: "news" });
    await addRecords();
    expect(await posts()).toEqual([]);
    await insertRecord(database, "news");
    await addRecords();
    expect(await posts()).toHaveLength(1);
  });

  it("gets no alert that is older than two hours", async () => {
    await insertChannel({ every_record_since: new Date(0), newsletters: "{alerts}" });
    await insertAlert({ created_at: new Date(Date.now() - 7_300_000) });
    await addRecords();
    expect(await posts()).toEqual([]);
  });

  it("gets nothing that was published while it was paused", async () => {
    const id = await insertChannel({ every_record_since: since });
    await post(`/admin/newsletters/channels/${id}`, { change: "pause" }, "superadmin");
    await insertRecord(database, "news");
    await addRecords();
    await post(`/admin/newsletters/channels/${id}`, { change: "resume" }, "superadmin");
    await addRecords();
    expect(await posts()).toEqual([]);
    await insertRecord(database, "news");
    await addRecords();
    expect(await posts()).toHaveLength(1);
  });
});

describe("a service's answer", () => {
  const LATER = { outcome: "later", reason: "Discord answered with status 503" } as const;
  const answering = (answer: Parameters<typeof keepingChannels>[0]) => postAll(keepingChannels(answer));

  it.each([
    [undefined, 30],
    [90, 90],
  ])("one that asks to wait, Retry-After %s: the channel is asked again in %i seconds", async (retryAfter, wait) => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    await answering(() => (retryAfter ? { ...LATER, retryAfter } : LATER));
    expect(await channel()).toMatchObject({ active: true, wait, last_error: LATER.reason });
    expect((await posts())[0]).toMatchObject({ state: "waiting", attempts: 1, words: null });
    expect(await postAll()).toEqual([]);
    await letTimePass();
    expect(await postAll()).toHaveLength(1);
    expect((await posts())[0]).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("one that is never a yes ends when the post is too late, with the last reason", async () => {
    await insertChannel();
    await sendEdition("alerts", await insertAlert());
    for (let nth = 0; nth < 6; nth += 1) {
      await answering(() => LATER);
      await letTimePass();
    }
    await database.rows("update channel_posts set created_at = now() - interval '3 hours'");
    expect(await postAll()).toEqual([]);
    expect((await posts())[0]).toMatchObject({ state: "failed", reason: `It was too late. ${LATER.reason}` });
  });

  it("one that the address is gone pauses the channel and tells staff; a new address posts what waits", async () => {
    const id = await insertChannel();
    await sendEdition("briefs", await insertBrief());
    const reason = "Discord answered with status 404: Unknown Webhook";
    await answering(() => ({ outcome: "closed", reason }));
    expect(await channel()).toMatchObject({ active: false, last_error: reason });
    const list = await html("/admin/newsletters/channels", "superadmin");
    expect(list).toContain("Paused");
    expect(list).toContain(reason);
    expect(await postAll()).toEqual([]);
    await post(`/admin/newsletters/channels/${id}`, { change: "resume" }, "superadmin");
    expect(await postAll()).toHaveLength(1);
  });

  it("one that never comes leaves the post unknown, and it is not posted again", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    const reason = "Discord: No complete response arrived in time";
    await answering(() => ({ outcome: "unknown", reason }));
    expect((await posts())[0]).toMatchObject({ state: "unknown", reason, extent: "teaser" });
    expect(await postAll()).toEqual([]);
  });

  it("one that never comes lets the channel's next post wait, longer each time", async () => {
    await insertChannel();
    for (let nth = 0; nth < 3; nth += 1) await sendEdition("news", await insertRecord(database, "news"));
    const silent = () => answering(() => ({ outcome: "unknown", reason: "Discord: No answer" }));
    expect(await silent()).toHaveLength(1);
    expect(await channel()).toMatchObject({ wait: 30 });
    await letTimePass();
    expect(await silent()).toHaveLength(1);
    expect(await channel()).toMatchObject({ wait: 120 });
    await letTimePass();
    expect(await postAll()).toHaveLength(1);
    expect(await channel()).toMatchObject({ failures: 0 });
  });

  it("one of one channel does not hold an alert that another gets in the meantime", async () => {
    await insertChannel({ service: "slack", newsletters: "{briefs}" });
    await insertChannel({ newsletters: "{alerts}", every_record_since: new Date(0) });
    await sendEdition("briefs", await insertBrief());
    let release = () => {};
    const posted = new Promise<void>((resolve) => {
      release = resolve;
    });
    await answering(async ({ service }) => {
      if (service === "discord") release();
      else await Promise.all([insertAlert(), posted]);
      return { outcome: "sent" };
    });
    expect((await posts()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  it("one of one channel holds no other, and no email", async () => {
    await insertChannel({ service: "slack" });
    await insertChannel({ service: "discord" });
    await sendEdition("briefs", await insertBrief());
    await sendEdition("news", await insertRecord(database, "news"));
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const others: string[] = [];
    await answering(async ({ service, text }) => {
      if (service === "slack") await both;
      else if (others.push(text) === 2) release();
      return service === "slack" ? { outcome: "failed", reason: "Slack: broken" } : { outcome: "sent" };
    });
    expect((await posts()).map(({ state }) => state).toSorted()).toEqual([
      "failed",
      "failed",
      "sent",
      "sent",
    ]);
    expect(await database.rows("select from editions where state = 'done'")).toHaveLength(2);
  });
});

describe("the sender of posts", () => {
  it("after a process died while it posted, nobody posts it again", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    await fetchJobs(CHANNEL_QUEUE, 10);
    // What a killed process leaves.
    await database.rows("update channel_posts set state = 'sending', attempts = 1, tried_at = now()");
    await requestPostTurn();
    expect(await fetchJobs(CHANNEL_QUEUE, 10)).toEqual([]);
    await database.rows("update channel_posts set tried_at = now() - interval '61 seconds'");
    await requestPostTurn();
    expect(await fetchJobs(CHANNEL_QUEUE, 10)).toHaveLength(1);
    expect(await postAll()).toEqual([]);
    expect((await posts())[0]).toMatchObject({
      state: "unknown",
      reason: "The server stopped while it was posted.",
    });
    expect(await channel()).toMatchObject({ last_error: "The server stopped while it was posted." });
    await requestPostTurn();
    expect(await fetchJobs(CHANNEL_QUEUE, 10)).toEqual([]);
  });

  it("tries first the channel that was not tried for longest, even if another never succeeded", async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const failing = { service: "slack", created_at: ago(60), tried_at: ago(1) };
    await insertChannel(failing);
    await insertChannel({ created_at: ago(50), tried_at: ago(2), last_success_at: ago(2) });
    await sendEdition("briefs", await insertBrief());
    await postAll();
    const inTurn = await database.rows<{ service: string }>("select service from channels order by tried_at");
    expect(inTurn.map(({ service }) => service)).toEqual(["discord", "slack"]);
  });

  it("two of them at the same time post each once", async () => {
    for (const service of ["discord", "slack", "telegram"]) await insertChannel({ service });
    for (let nth = 0; nth < 6; nth += 1) await sendEdition("news", await insertRecord(database, "news"));
    const handed = (await Promise.all([postAll(), postAll(), postAll()])).flat();
    expect(handed).toHaveLength(18);
    expect(new Set(handed.map(({ service, text }) => service + text)).size).toBe(18);
  });

  it("a post that cannot be written keeps none of the others", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    await sendEdition("news", await insertRecord(database, "news"));
    const handed = await postAll(
      keepingChannels(({ text }) => {
        if (text.includes("daily-brief")) throw new Error("A reason of ours");
        return { outcome: "sent" };
      }),
    );
    expect(handed).toHaveLength(2);
    expect((await posts()).map(({ state }) => state).toSorted()).toEqual(["failed", "sent"]);
  });

  it("asks for the address again after the server's secret has changed, and keeps it after a change that was announced", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    const before = config();
    const [{ sealed } = { sealed: "" }] = await database.rows<{ sealed: string }>(
      "select sealed from channels",
    );
    try {
      setConfig({ ...before, sessionSecret: "x".repeat(40), previousSessionSecret: before.sessionSecret });
      expect((await postAll())[0]?.secret).toBe(SECRETS.discord);
      expect(await database.rows("select from channels where sealed = ?", [sealed])).toEqual([]);
      await sendEdition("news", await insertRecord(database, "news"));
      setConfig({ ...before, sessionSecret: "y".repeat(40), previousSessionSecret: undefined });
      for (let nth = 0; nth < 4; nth += 1) {
        expect(await channel()).toMatchObject({ active: true });
        expect(await postAll()).toEqual([]);
        await letTimePass();
      }
    } finally {
      setConfig(before);
    }
    expect(await channel()).toMatchObject({
      active: false,
      last_error: "The server\u2019s secret has changed: enter the address again.",
    });
  });

  it("an instance without the new secret leaves a post to one that has it", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    const before = config();
    try {
      setConfig({ ...before, sessionSecret: "y".repeat(40), previousSessionSecret: undefined });
      expect(await postAll()).toEqual([]);
    } finally {
      setConfig(before);
    }
    expect(await channel()).toMatchObject({ active: true, wait: 30 });
    await letTimePass();
    expect(await postAll()).toHaveLength(1);
  });

  it("after a restored backup posts nothing until a superadmin continues", async () => {
    const id = await insertChannel({ every_record_since: new Date(0) });
    await insertBrief();
    await addRecords();
    await pauseChannels(em());
    await insertRecord(database, "news");
    await addRecords();
    expect(await postAll()).toEqual([]);
    expect((await posts())[0]?.state).toBe("skipped");
    expect(await html(`/admin/newsletters/channels/${id}`, "superadmin")).toContain("restored from a backup");
  });

  it("posts are forgotten after 90 days", async () => {
    await insertChannel();
    await sendEdition("briefs", await insertBrief());
    await database.rows("update channel_posts set created_at = now() - interval '89 days'");
    expect(await sweepPosts()).toBe(0);
    await database.rows("update channel_posts set created_at = now() - interval '91 days'");
    expect(await sweepPosts()).toBe(1);
  });
});

describe("the screens", () => {
  const FORM = {
    service: "discord",
    secret: SECRETS.discord,
    name: "Our <Discord>",
    newsletters: "briefs",
    tier: "Premium",
    records: "every",
  };
  const add = (more: Record<string, string> = {}) =>
    post("/admin/newsletters/channels/new", { ...FORM, ...more }, "superadmin");
  const lastDifferences = async () =>
    (
      await database.rows<{ differences: unknown }>(
        "select differences from changes where resource = 'channels' order by created_at desc, id desc limit 1",
      )
    )[0]?.differences;
  const only = async () => (await database.rows<{ id: string }>("select * from channels"))[0];

  it("add a channel, whose address no page shows again and no row has", async () => {
    const answer = await add({ secret: ` ${SECRETS.discord} ` });
    expect(answer.status).toBe(303);
    const page = await followRedirect(answer, "superadmin");
    expect(page).toContain("Our <Discord>");
    const id = (await only())?.id ?? "";
    expect(answer.headers.get("Location")).toBe(`/admin/newsletters/channels/${id}`);
    const pages = [
      page,
      await html("/admin/newsletters/channels", "superadmin"),
      await html(`/admin/newsletters/channels/${id}/edit`, "superadmin"),
      await html("/admin/changes", "superadmin"),
    ];
    for (const each of pages) expect(each).not.toContain(SECRETS.discord.slice(-8));
    expect(pages[1]).toContain(`…${SECRETS.discord.slice(-4)}`);
    expect(JSON.stringify(await database.rows("select * from channels"))).not.toContain("Discord_Secret");
    expect(pages[3]).toContain("Our <Discord>");
  });

  it.each([
    ["secret", { secret: "https://evil.test/hook" }, "Enter an address such as https://discord.com"],
    ["secret", { secret: "" }, "Enter the address."],
    ["service", { service: "myspace" }, "Choose a service."],
    ["newsletters", { newsletters: "" }, "Choose what it gets."],
    ["newsletters", { newsletters: "nothing" }, "Choose what it gets."],
    ["name", { name: " " }, "Enter a name."],
    ["tier", { tier: "Gold" }, "Choose what its readers may read."],
    ["records", { records: "some" }, "Choose which records it gets."],
    ["chatId", { service: "telegram", secret: SECRETS.telegram }, "Enter the channel’s name"],
  ])("refuse a wrong %s: %j", async (_field, typed, message) => {
    const answer = await add(typed as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
    expect(await only()).toBeUndefined();
  });

  it("refuse a form without showing the secret address that was typed", async () => {
    const page = await (await add({ name: "" })).text();
    expect(page).toContain("Enter a name.");
    expect(page).not.toContain("Discord_Secret");
  });

  it("change a channel and keep its address, or take another one", async () => {
    await add();
    const id = (await only())?.id ?? "";
    const edit = (more: Record<string, string>) =>
      post(`/admin/newsletters/channels/${id}/edit`, { ...FORM, secret: "", ...more }, "superadmin");
    expect((await edit({ name: "Renamed", tier: "Basic", records: "sent" })).status).toBe(303);
    expect(await channelById(id)).toMatchObject({ name: "Renamed", tier: "Basic", everyRecordSince: null });
    expect(await lastDifferences()).toEqual({
      name: { from: "Our <Discord>", to: "Renamed" },
      tier: { from: "Premium", to: "Basic" },
      records: { from: "Every record, when it is published", to: "What is sent by email" },
    });
    await sendEdition("briefs", await insertBrief());
    expect((await postAll())[0]?.secret).toBe(SECRETS.discord);
    const other = SECRETS.discord.replace("mnop", "zzzz");
    await edit({ secret: other, records: "sent" });
    expect(await channelById(id)).toMatchObject({ hint: "zzzz" });
    expect(await lastDifferences()).toMatchObject({ address: { from: "…mnop", to: "…zzzz" } });
    await sendEdition("briefs", await insertBrief());
    expect((await postAll())[0]?.secret).toBe(other);
    expect((await edit({ secret: SECRETS.slack })).status).toBe(422);
  });

  it("delete a channel and its posts, after a question", async () => {
    await add();
    const id = (await only())?.id ?? "";
    const address = `/admin/newsletters/channels/${id}/deletion`;
    expect(await html(address, "superadmin")).toContain("Are you sure you want to delete this channel?");
    expect(await only()).toBeDefined();
    const page = await followRedirect(await post(address, {}, "superadmin"), "superadmin");
    expect(page).toContain("No channels yet.");
    expect((await get(address, "superadmin")).status).toBe(404);
  });

  it("show what was posted, or would be without a mail server", async () => {
    await add({ tier: "Private", records: "sent" });
    const id = (await only())?.id ?? "";
    await sendEdition("briefs", await insertBrief());
    // As the job does it.
    const { sendPosts } = await import("~/features/newsletters/channels/send-posts.server");
    await sendPosts();
    const page = await html(`/admin/newsletters/channels/${id}`, "superadmin");
    expect(page).toContain("Nothing leaves this server");
    expect(page).toContain(LOCKED);
    expect(page).toContain("Posted");
  });

  it.each([
    ["failed", { outcome: "failed", reason: "Discord answered with status 400" }],
    ["unknown", { outcome: "unknown", reason: "Discord: No answer" }],
  ] as const)("post one that is %s again, once, with what the channel may read now", async (_state, answer) => {
    const id = await insertChannel({ tier: "Premium" });
    await sendEdition("briefs", await insertBrief());
    await postAll(keepingChannels(() => answer));
    await database.rows("update channel_posts set created_at = now() - interval '25 hours'");
    const [{ id: postId } = { id: "" }] = await database.rows<{ id: string }>("select id from channel_posts");
    const address = `/admin/newsletters/channels/${id}`;
    expect(await html(address, "superadmin")).toContain("Post again");
    await database.rows("update daily_briefs set audience = 'private'");
    const again = () => post(address, { change: "again", post: postId }, "superadmin");
    expect(await followRedirect(await again(), "superadmin")).toContain("It is posted within a few seconds.");
    expect(await fetchJobs(CHANNEL_QUEUE, 10)).toHaveLength(1);
    expect((await again()).status).toBe(409);
    const handed = await postAll();
    expect(handed).toHaveLength(1);
    expect(handed[0]?.text).not.toContain(LOCKED);
    expect((await posts())[0]).toMatchObject({ state: "sent", attempts: 1, extent: "teaser", reason: null });
    expect((await again()).status).toBe(409);
    expect(await html(address, "superadmin")).not.toContain("Post again");
    expect(await html("/admin/changes", "superadmin")).toContain("posted again");
  });

  it.each([
    "",
    "nonsense",
    "5f8f5d2a-6d3a-4b58-9d7c-0b2f6f3a1c11",
  ])("post nothing again that the channel does not have: %j", async (postId) => {
    const id = await insertChannel();
    const other = await insertChannel({ service: "slack", newsletters: "{news}" });
    await sendEdition("briefs", await insertBrief());
    await postAll(keepingChannels(() => ({ outcome: "failed", reason: "No" })));
    const [{ id: ofOther } = { id: "" }] = await database.rows<{ id: string }>(
      "select id from channel_posts",
    );
    const again = (wanted: string, channelId: string) =>
      post(`/admin/newsletters/channels/${channelId}`, { change: "again", post: wanted }, "superadmin");
    expect((await again(postId, id)).status).toBe(409);
    expect((await again(ofOther, other)).status).toBe(409);
    expect((await posts())[0]?.state).toBe("failed");
  });

  it.each(ALL_SERVICES)("send a test without an empty part, which Slack refuses: %s", async (service) => {
    const listed = await channelById(await insertChannel({ service }));
    if (!listed) throw new Error("The channel is gone");
    const working = keepingChannels();
    await postTest(listed, working);
    expect(working.posts[0]?.text).not.toMatch(/""|<i>/);
  });

  it("send a test, and say what the service answered", async () => {
    await add();
    const id = (await only())?.id ?? "";
    const test = () => post(`/admin/newsletters/channels/${id}`, { change: "test" }, "superadmin");
    expect(await followRedirect(await test(), "superadmin")).toContain("Nothing leaves this server");
    const listed = await channelById(id);
    if (!listed) throw new Error("The channel is gone");
    const reason = "Discord answered with status 404: Unknown Webhook";
    const retryAt = new Date(Date.now() + 60_000);
    await database.rows("update channels set retry_at = ?", [retryAt]);
    expect(
      await postTest(
        listed,
        keepingChannels(() => ({ outcome: "closed", reason })),
      ),
    ).toMatchObject({ reason });
    expect(await channel()).toMatchObject({ active: false, last_error: reason });
    const working = keepingChannels();
    expect(await postTest(listed, working)).toEqual({ outcome: "sent" });
    expect(working.posts[0]?.text).toContain("A test");
    expect(await channel()).toMatchObject({ retry_at: retryAt });
    for (let nth = 0; nth < 9; nth += 1) await test();
    expect((await test()).status).toBe(429);
  });

  it("are for superadmins alone", async () => {
    const id = await insertChannel();
    for (const path of ["", "/new", `/${id}`, `/${id}/edit`, `/${id}/deletion`])
      expect((await get(`/admin/newsletters/channels${path}`, "admin")).status).toBe(403);
    expect(await html("/admin/newsletters", "superadmin")).toContain("/admin/newsletters/channels");
    expect(await html("/admin/newsletters", "admin")).not.toContain("/admin/newsletters/channels");
  });

  it("refuse an unknown change and an unknown channel", async () => {
    const id = await insertChannel();
    expect(
      (await post(`/admin/newsletters/channels/${id}`, { change: "toString" }, "superadmin")).status,
    ).toBe(400);
    expect((await get("/admin/newsletters/channels/unknown", "superadmin")).status).toBe(404);
  });
});
