import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { expireBatches, sweepBatchMembers } from "~/features/accounts/batches/batches.queries.server";
import { runBatch } from "~/features/accounts/batches/run-batch.server";
import { deliver } from "~/features/mail/delivery.server";
import type { OutgoingMail } from "~/features/mail/transport.server";
import { unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";

setUpStaffApp();

let label = "";
beforeEach(async () => {
  await database.rows("delete from members where email like '%@batch.test'");
  for (const table of [
    "member_batches",
    "member_labels",
    "labels",
    "segments",
    "changes",
    "mails",
    "suppressed_addresses",
  ])
    await database.rows(`delete from ${table}`);
  label = await insertRecord(database, "labels", { name: "Batch", name_key: "batch" });
});

const NEW = "/admin/manage-users/batches/new";
async function member(name: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = await insertRecord(database, "members", {
    email: `${name}@batch.test`,
    firstname: "Lia",
    lastname: name,
    ...values,
  });
  await database.rows("insert into member_labels (member_id, label_id) values (?, ?)", [id, label]);
  return id;
}
const labelled = () => `label=${label}&matching=on`;

/** Lists the members of a batch. @returns its page */
async function batch(
  change: string,
  body: Record<string, string> = {},
  search = labelled(),
): Promise<string> {
  const sent = await post(`${NEW}?change=${change}&${search}`, body);
  expect(sent.status).toBe(303);
  return sent.headers.get("Location") ?? "";
}
const idIn = (path: string) => path.split("/").at(-1) ?? "";

/** Confirms a batch and does its work. */
async function confirm(path: string): Promise<string> {
  expect((await post(path, { change: "run" })).status).toBe(303);
  await runBatch(idIn(path));
  return html(path);
}

const outcomes = async (path: string) =>
  (
    await database.rows<{ lastname: string; outcome: string }>(
      "select m.lastname, b.outcome from batch_members b join members m on m.id = b.member_id where b.batch_id = ? order by 1",
      [idIn(path)],
    )
  ).map(({ lastname, outcome }) => `${lastname}: ${outcome}`);

describe("a batch of members", () => {
  it("asks once with the number, gives a label, and leaves members who changed in between", async () => {
    await member("one");
    const two = await member("two");
    await member("three");
    const path = await batch("add-label", { label: "VIP 東京" });
    expect(await html(path)).toContain("Add the label “VIP 東京”: 3 members?");
    expect(
      await database.rows(
        "select 1 from member_labels g join labels l on l.id = g.label_id where l.name = 'VIP 東京'",
      ),
    ).toEqual([]);
    await database.rows("update members set firstname = 'Changed', version = version + 1 where id = ?", [
      two,
    ]);
    await member("later");
    const page = await confirm(path);
    expect(await outcomes(path)).toEqual(["one: done", "three: done", "two: changed"]);
    expect(page).toContain("Changed in the meantime");
    expect(page).toContain("Changed two");
    expect((await post(path, { change: "run" })).status).toBe(409);
    const removal = await batch("remove-label", { label: "vip 東京" });
    await confirm(removal);
    expect(await outcomes(removal)).toEqual(["later: same", "one: done", "three: done", "two: same"]);
  });

  it("makes its label when it is confirmed, with a line in the log, and not if that follows a segment by then", async () => {
    await member("one");
    const path = await batch("add-label", { label: "Fresh" });
    const fresh = () => database.rows<{ id: string }>("select id from labels where name = 'Fresh'");
    expect(await fresh()).toEqual([]);
    await confirm(path);
    expect(await fresh()).toHaveLength(1);
    expect(await database.rows("select action, record_title from changes where resource = 'labels'")).toEqual(
      [{ action: "added", record_title: "Fresh" }],
    );
    const late = await batch("add-label", { label: "FRESH" });
    await database.rows(
      `with s as (insert into segments (name, name_key, search) values ('S', 's', 'tier=Basic') returning id)
       update labels set segment_id = (select id from s) where name = 'Fresh'`,
    );
    expect((await post(late, { change: "run" })).status).toBe(409);
    expect(await html(late)).toContain("Waiting for you");
  });

  it("names its whole selection, whose names are readable", async () => {
    await member("one");
    const first = await batch("remove-label", { label: "Batch" });
    const search = `batch=${idIn(first)}&from=2020-01-02&to=2126-01-02&q=batch&matching=on`;
    const form = await html(`${NEW}?change=end-access&${search}`);
    for (const words of ["Search: batch", "Created from", "Created until", "Batch: Remove the label “Batch”"])
      expect(form).toContain(words);
    expect(form.replace(/(href|action)="[^"]*"/g, "")).not.toContain(`Batch: ${idIn(first)}`);
  });

  it("is found again among the newest, says who cancelled it, and offers others no button that fails", async () => {
    await member("one");
    const path = await batch("add-label", { label: "VIP" });
    expect(await html("/admin/manage-users/segments")).toContain(path);
    const others = await html(path, "superadmin");
    expect(others).toContain("can confirm it");
    expect(others).not.toContain('name="change" value="run"');
    await post(path, { change: "cancel" }, "superadmin");
    expect(await html(path)).toContain("Cancelled by ");
    const ready = await batch("export", {}, labelled());
    expect(await html(ready)).toContain("Ready");
    expect(await html(ready)).not.toContain("Waiting for you");
  });

  it("is about the ticked members, or none", async () => {
    const [one] = [await member("one"), await member("two")];
    const path = await batch("end-access", {}, `id=${one}&id=${randomUUID()}&id=nobody`);
    expect(await html(path)).toContain("End access: 1 member?");
    const none = await post(`${NEW}?change=end-access`, {});
    expect(await followRedirect(none)).toContain("Select members first.");
    expect(await database.rows("select count(*)::int as n from member_batches")).toEqual([{ n: 1 }]);
    expect((await get(`${NEW}?change=nothing&id=${one}`)).status).toBe(303);
  });

  it("sends an email in the queue, but not to members who turned such emails off or cannot be reached", async () => {
    await member("gets");
    await member("off", { remind_by_mail: false });
    await member("blocked", { status: "inactive" });
    await member("leaves", { deletion_requested_at: new Date() });
    await member("bounces");
    await insertRecord(database, "suppressed_addresses", { email: "bounces@batch.test" });
    const bad = await post(`${NEW}?change=mail&${labelled()}`, { subject: "Hello", body: "" });
    expect([bad.status, await bad.text()]).toEqual([422, expect.stringContaining('value="Hello"')]);
    const ended = await member("ended");
    await database.rows(
      "insert into newsletter_choices (member_id, newsletter, is_on) select ?, newsletter, false from newsletters",
      [ended],
    );
    await member("ended-these", { gets_messages: false });
    const path = await batch("mail", {
      subject: "News for <you>",
      body: "One.\n\nTwo & three at https://shop.example/x.",
    });
    await confirm(path);
    expect(await outcomes(path)).toEqual([
      "blocked: left-out",
      "bounces: left-out",
      "ended: left-out",
      "ended-these: left-out",
      "gets: done",
      "leaves: left-out",
      "off: left-out",
    ]);
    const mails = await database.rows<{ to_address: string; subject: string; html: string }>(
      "select * from mails",
    );
    expect(mails.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ["gets@batch.test", "News for <you>"],
    ]);
    expect(mails[0]?.html).toContain("Two &amp; three at https://shop.example/x.");
    expect(await html(path)).toContain("1 put in the sending queue");
    expect(mails[0]?.html).toContain("/dashboard");
  });

  it("ends such emails by the link in each, with one click and without a sign-in, and decides again before they leave", async () => {
    const id = await member("reads");
    for (const name of ["leaves", "moves", "waits"]) await member(name);
    const path = await batch("mail", { subject: "Summer", body: "An offer." });
    await confirm(path);
    const mails = new Map(
      (
        await database.rows<{ id: string; to_address: string; text: string }>(
          "select id, to_address, text from mails",
        )
      ).map((mail) => [mail.to_address.split("@")[0], mail]),
    );
    const link =
      /^http\S+(\/unsubscribe\/messages\/[\w-]+)$/m.exec(mails.get("reads")?.text ?? "")?.[1] ?? "";
    const page = await app.request(link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Stop these emails")]);
    const wanted = () => database.rows("select gets_messages as wanted from members where id = ?", [id]);
    expect(await wanted()).toEqual([{ wanted: true }]);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = "List-Unsubscribe=One-Click";
    const ended = await app.request(link, { method: "POST", headers, body });
    expect(ended.status).toBe(200);
    expect(await ended.text()).toContain("You do not get messages to members.");
    expect(await wanted()).toEqual([{ wanted: false }]);
    const other = `/unsubscribe/messages/${await unsubscribeToken(id)}`;
    expect((await app.request(other)).status).toBe(404);
    await database.rows("update members set status = 'inactive' where lastname = 'leaves'");
    await database.rows("update members set email = 'moved@batch.test' where lastname = 'moves'");
    const sent: (string | undefined)[] = [];
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail.unsubscribe), close() {} };
    for (const mail of mails.values()) await deliver(mail.id, transport);
    expect(sent).toEqual([expect.stringContaining("/unsubscribe/messages/")]);
    expect(await database.rows("select to_address, state from mails order by 1")).toEqual([
      { to_address: "leaves@batch.test", state: "held" },
      { to_address: "moves@batch.test", state: "held" },
      { to_address: "reads@batch.test", state: "held" },
      { to_address: "waits@batch.test", state: "sent" },
    ]);
    // One that staff send again on the member's page has no batch any more.
    const [waits] = await database.rows<{ id: string }>("select id from members where lastname = 'waits'");
    const again = { mail: mails.get("waits")?.id ?? "" };
    expect((await post(`/admin/manage-users/${waits?.id}/mails`, again)).status).toBe(303);
    const [copy] = await database.rows<{ id: string }>("select id from mails where cause like 'again:%'");
    await deliver(copy?.id ?? "", transport);
    expect(sent).toHaveLength(2);
    expect(await (await app.request(link, { method: "POST", body: { again: "yes" } })).text()).toContain(
      "You get messages to members.",
    );
    expect(await wanted()).toEqual([{ wanted: true }]);
  });

  it("can be cancelled while its emails wait, and then sends none of them", async () => {
    await member("one");
    const path = await batch("mail", { subject: "Summer", body: "An offer." });
    expect(await confirm(path)).toContain("Emails wait in the queue.");
    expect(await followRedirect(await post(path, { change: "cancel" }))).toContain("Cancelled");
    const [mail] = await database.rows<{ id: string }>("select id from mails");
    const transport = { send: async () => expect.unreachable(), close() {} };
    await deliver(mail?.id ?? "", transport);
    expect(await database.rows("select state from mails")).toEqual([{ state: "held" }]);
    expect(await html(path)).not.toContain("Emails wait in the queue.");
    expect((await post(path, { change: "cancel" })).status).toBe(409);
  });

  it("ends access as the member's page does, with a line in the log of each member", async () => {
    const paid = { subscription: "Premium", subscription_expires_at: "2126-08-14T00:00:00Z" };
    const one = await member("one", paid);
    await member("two");
    const path = await batch("end-access");
    expect(await html(path)).toContain("This can’t be undone");
    await confirm(path);
    expect(await outcomes(path)).toEqual(["one: done", "two: same"]);
    expect(
      await database.rows("select subscription, subscription_expires_at, version from members where id = ?", [
        one,
      ]),
    ).toEqual([{ subscription: "Basic", subscription_expires_at: null, version: 2 }]);
    expect(await database.rows("select action from changes where record_id = ?", [one])).toEqual([
      { action: "switched" },
    ]);
    expect(
      await database.rows("select action, record_title from changes where resource = 'member-batches'"),
    ).toEqual([{ action: "started", record_title: "End access: 2 members" }]);
  });

  it("ends no access without the outcome, and goes on when that can be written", async () => {
    const id = await member("one", { subscription: "Premium" });
    const path = await batch("end-access");
    await post(path, { change: "run" });
    await database.rows("alter table batch_members add constraint fails check (outcome is null) not valid");
    const tier = () => database.rows("select subscription as tier from members where id = ?", [id]);
    try {
      await expect(runBatch(idIn(path))).rejects.toThrow();
      expect(await tier()).toEqual([{ tier: "Premium" }]);
    } finally {
      await database.rows("alter table batch_members drop constraint fails");
    }
    await runBatch(idIn(path));
    expect([await tier(), await outcomes(path)]).toEqual([[{ tier: "Basic" }], ["one: done"]]);
  });

  it("is exported with the permission and the password of exports", async () => {
    await member("one");
    const two = await member("two");
    const path = await batch("export", {}, `id=${two}`);
    expect(await html(path)).toContain("Download as CSV");
    const file = await (await get(`/admin/manage-users/export.csv?batch=${idIn(path)}`)).text();
    expect([file.includes("two@batch.test"), file.includes("one@batch.test")]).toEqual([true, false]);
    expect((await get(`/admin/manage-users/export.csv?batch=${idIn(path)}`, "editor")).status).toBe(403);
    expect((await post(path, { change: "run" })).status).toBe(409);
    await database.rows(
      "update member_batches set created_at = now() - interval '31 days'; update batch_members set created_at = now() - interval '31 days'",
    );
    while ((await sweepBatchMembers()) > 0);
    expect(await expireBatches()).toBe(1);
    const late = await html(path);
    expect(late).toContain("Its list of members was deleted after 30 days.");
    expect(late).not.toContain("Download as CSV");
  });

  it("stops when it is cancelled, or when its author lost the role", async () => {
    await member("one");
    const cancelled = await batch("add-label", { label: "Never" });
    expect(await followRedirect(await post(cancelled, { change: "cancel" }))).toContain("Cancelled");
    await runBatch(idIn(cancelled));
    const path = await batch("add-label", { label: "Never" });
    // Another member of staff does not confirm what somebody else selected.
    expect((await post(path, { change: "run" }, "superadmin")).status).toBe(409);
    expect((await post(path, { change: "run" })).status).toBe(303);
    await database.rows(
      "update staff set role = 'editor' where id = (select staff_id from member_batches where id = ?)",
      [idIn(path)],
    );
    await runBatch(idIn(path));
    await database.rows(
      "update staff set role = 'admin' where id = (select staff_id from member_batches where id = ?)",
      [idIn(path)],
    );
    expect(await database.rows("select state from member_batches")).toEqual([
      { state: "cancelled" },
      { state: "cancelled" },
    ]);
    expect(await outcomes(path)).toEqual(["one: null"]);
    expect(await html(path)).toContain("may not do this any more");
  });

  it("goes on where a dead server stopped, and no member gets two emails", async () => {
    for (const name of ["a", "b", "c"]) await member(name);
    const path = await batch("mail", { subject: "Once", body: "Only once." });
    expect((await get(path)).headers.get("Refresh")).toBeNull();
    await post(path, { change: "run" });
    expect((await get(path)).headers.get("Refresh")).toBe("2");
    await runBatch(idIn(path));
    expect((await get(path)).headers.get("Refresh")).toBeNull();
    await database.rows("update batch_members set outcome = null where batch_id = ?", [idIn(path)]);
    await database.rows("update member_batches set state = 'running' where id = ?", [idIn(path)]);
    await Promise.all([runBatch(idIn(path)), runBatch(idIn(path))]);
    expect(await database.rows("select count(*)::int as n from mails")).toEqual([{ n: 3 }]);
    expect(await database.rows("select state from member_batches")).toEqual([{ state: "done" }]);
  });

  it("is offered by ticks in the list, for the page or for all that match", async () => {
    for (let nth = 0; nth < 7; nth += 1) await member(`listed${nth}`);
    const page = await html(`/admin/manage-users?label=${label}&ticked=matching`);
    expect(page).toContain("All 7 matching rows");
    expect(page).toContain("Label: Batch");
    expect(page).toContain('name="matching" value="on"');
    const narrow = await app.request(`/admin/manage-users?label=${label}`, {
      cookies: await staffCookies("editor"),
    });
    expect(narrow.status).toBe(403);
  });
});
