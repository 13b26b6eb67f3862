import { withFailingWrites } from "tests/support/database-failures";
import {
  companyAt100,
  firings,
  insertAlert,
  type TestedCompany,
  withoutAlerts,
} from "tests/support/price-alerts";
import { insertDevice, sendAllPushes } from "tests/support/pushes";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, html, memberIdOf, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { deliver } from "~/features/mail/delivery.server";
import type { OutgoingMail } from "~/features/mail/transport.server";
import { unsubscribeToken } from "~/features/newsletters/unsubscribe-token.server";
import { mailAlerts } from "~/features/watchlist/price-alerts/mail-alerts.server";

setUpStaffApp();

let company: TestedCompany;
let other: TestedCompany;
let count = 0;
beforeEach(async () => {
  await withoutAlerts();
  for (const table of ["push_messages", "push_devices", "muted_pushes"])
    await database.rows(`delete from ${table}`);
  await database.rows(
    "update members set status = 'active', deletion_requested_at = null where email in ('premium@demo.test', 'basic@demo.test')",
  );
  count += 1;
  company = await companyAt100(`PMA${count}`);
  other = await companyAt100(`PMB${count}`);
});

/** Writes a price and lets the alerts that it crosses fire. */
async function quote({ quote: id }: TestedCompany, last: string) {
  const { status } = await api("PUT", `/api/markets/${id}`, { last });
  expect(status).toBe(200);
  await firings();
}

const ADDRESS = "premium@demo.test";
const mails = (address = ADDRESS) =>
  database.rows<{ subject: string; text: string; html: string; template: string }>(
    "select subject, text, html, template from mails where to_address = ?",
    [address],
  );
const undecided = () => database.rows("select 1 from price_alert_firings where mail_decided_at is null");

describe("the push of a price alert", () => {
  const pushes = async () => {
    await database.rows("update push_sender set lease = null, lease_until = null");
    return sendAllPushes();
  };

  it("members with a device get one for all that fired, which names no company", async () => {
    const member = await memberIdOf("premium");
    await insertDevice(member);
    for (const each of [company, other]) await insertAlert(each, "rises", "110");
    await quote(company, "111");
    await quote(other, "112");
    await mailAlerts(0);
    const [push, ...more] = await pushes();
    expect(more).toEqual([]);
    expect(push?.payload).toEqual({
      ...{ kind: "prices", one: "Price alert", many: "Price alerts", list: "/watchlist/alerts" },
      ...{ path: "/watchlist/alerts", body: "Read it on Openbell." },
    });
    await mailAlerts(0);
    expect(await pushes()).toEqual([]);
  });

  it("it is sent without the email that the member turned off, and not if it is turned off itself", async () => {
    const member = await memberIdOf("premium");
    await insertDevice(member);
    await insertAlert(company, "rises", "110");
    await database.rows("update member_marks set alert_mails = false where member_id = ?", [member]);
    await quote(company, "111");
    await mailAlerts(0);
    expect(await mails()).toEqual([]);
    await database.rows("insert into muted_pushes values (?, 'prices')", [member]);
    expect(await pushes()).toEqual([]);
    await database.rows("delete from muted_pushes");
    await database.rows("update push_messages set ended_at = null, walked_at = null");
    expect(await pushes()).toHaveLength(1);
  });

  it("members without a device, and those who may no longer see the company, cause none", async () => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await mailAlerts(0);
    expect(await database.rows("select from push_messages")).toEqual([]);
    await insertDevice(await memberIdOf("premium"));
    await insertAlert(other, "rises", "110");
    await quote(other, "111");
    await database.rows("update members set status = 'inactive' where email = ?", [ADDRESS]);
    await mailAlerts(0);
    expect(await database.rows("select from push_messages")).toEqual([]);
  });
});

describe("the email of a price alert", () => {
  it("names the price and the level, and links to the company and the alerts", async () => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await mailAlerts(0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`${company.symbol} rose to 111.00 USD`);
    for (const words of ["rose to 111.00 USD", "Your alert: rises to 110.00 USD."]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    for (const path of ["/watchlist/alerts", `/stock/${company.symbol}`]) {
      expect(mail?.text).toContain(`http://localhost:3000${path}`);
      expect(mail?.html).toContain(`href="http://localhost:3000${path}"`);
    }
  });

  it("holds everything that fired for the member, and each member gets their own", async () => {
    await insertAlert(company, "rises", "110");
    await insertAlert(company, "moves", "5");
    await insertAlert(other, "falls", "95");
    await insertAlert(other, "falls", "95", "basic");
    await quote(company, "111");
    await quote(other, "90");
    await mailAlerts(0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Price alerts: ${company.symbol}, ${other.symbol}`);
    expect(mail?.text).toContain("rose 11% in a day, to 111.00 USD");
    expect(mail?.text).toContain("fell to 90.00 USD");
    expect((await mails("basic@demo.test")).map(({ subject }) => subject)).toEqual([
      `${other.symbol} fell to 90.00 USD`,
    ]);
  });

  it("waits a minute for what else fires", async () => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await mailAlerts();
    expect(await mails()).toEqual([]);
    await database.rows("update price_alert_firings set created_at = created_at - interval '61 seconds'");
    await mailAlerts();
    expect(await mails()).toHaveLength(1);
  });

  it("leaves once, if jobs run twice, at once or after a failure", async () => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await withFailingWrites(app, "insert", "mails", () => mailAlerts(0));
    expect([await mails(), await undecided()]).toMatchObject([[], [{}]]);
    await Promise.all([mailAlerts(0), mailAlerts(0)]);
    await mailAlerts(0);
    expect([await mails(), await undecided()]).toMatchObject([[{}], []]);
  });

  it("about a price of more than a day ago is not sent", async () => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await database.rows("update price_alert_firings set created_at = created_at - interval '25 hours'");
    await mailAlerts(0);
    expect([await mails(), await undecided()]).toEqual([[], []]);
  });

  it.each([
    ["turned them off", "update member_marks set alert_mails = false"],
    ["is suspended", "update members set status = 'inactive' where email = 'premium@demo.test'"],
    ["is not verified", "update members set status = 'pending' where email = 'premium@demo.test'"],
    [
      "asked for deletion",
      "update members set deletion_requested_at = now() where email = 'premium@demo.test'",
    ],
  ])("is not sent to a member who %s since", async (_, change) => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await database.rows(change);
    await mailAlerts(0);
    expect([await mails(), await undecided()]).toEqual([[], []]);
  });

  it("leaves out a company that the member may no longer open", async () => {
    await insertAlert(company, "rises", "110", "basic");
    await insertAlert(other, "rises", "110", "basic");
    await quote(company, "111");
    await quote(other, "111");
    await insertRecord(database, "trade_alerts", { ticker: other.symbol, name: "Locked Secrets" });
    await database.rows("delete from quotes where id = ?", [other.quote]);
    await mailAlerts(0);
    const [mail] = await mails("basic@demo.test");
    expect(mail?.subject).toBe(`${company.symbol} rose to 111.00 USD`);
    expect(mail?.text).not.toMatch(new RegExp(`Locked Secrets|${other.symbol}`));
    expect(await undecided()).toEqual([]);
  });
});

describe("the link that stops these emails", () => {
  const STOP = /http:\/\/localhost:3000(\/unsubscribe\/price-alerts\/([\w-]{36}))/;
  const wanted = async () =>
    (
      await database.rows<{ wanted: boolean }>(
        "select alert_mails as wanted from member_marks where member_id = ?",
        [await memberIdOf("premium")],
      )
    )[0]?.wanted;
  let path = "";
  let token = "";
  beforeEach(async () => {
    await insertAlert(company, "rises", "110");
    await quote(company, "111");
    await mailAlerts(0);
    const [, found = "", secret = ""] = STOP.exec((await mails())[0]?.text ?? "") ?? [];
    [path, token] = [found, secret];
  });

  it("changes nothing when opened, and works once in a bare request from anywhere, without cookie", async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const page = await app.request(path);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Stop these emails")]);
    }
    expect(await wanted()).toBe(true);
    const headers = { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" };
    const body = { "List-Unsubscribe": "One-Click" };
    const answer = await app.request(path, { method: "POST", body, headers });
    expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([200, null]);
    expect(await answer.text()).toContain("You do not get price alerts by email.");
    expect(await wanted()).toBe(false);
    const again = await app.request(path, { method: "POST", body: { again: "yes" } });
    expect(await again.text()).toContain("You get price alerts by email.");
    expect(await wanted()).toBe(true);
  });

  it("is in the headers for email programs, and in no other email", async () => {
    const sent: (string | undefined)[] = [];
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail.unsubscribe), close() {} };
    const other = await insertRecord(database, "mails", { state: "queued", sent_at: null });
    const [mail] = await database.rows<{ id: string }>("select id from mails where to_address = ?", [
      ADDRESS,
    ]);
    await database.rows("update mails set state = 'queued', sent_at = null where id = ?", [mail?.id ?? ""]);
    for (const id of [mail?.id ?? "", other]) await deliver(id, transport);
    expect(sent).toEqual([`http://localhost:3000${path}`, undefined]);
  });

  it("opens nothing else, and no other token opens it", async () => {
    const member = await memberIdOf("premium");
    const bad = token.replace(/.$/, (end) => (end === "A" ? "B" : "A"));
    for (const other of [bad, await unsubscribeToken(member), "x".repeat(36)]) {
      expect((await app.request(`/unsubscribe/price-alerts/${other}`)).status).toBe(404);
      expect(
        (await app.request(`/unsubscribe/price-alerts/${other}`, { method: "POST", body: {} })).status,
      ).toBe(200);
    }
    expect(await wanted()).toBe(true);
    expect((await app.request(`/unsubscribe/briefs/${token}`)).status).toBe(404);
  });
});

describe("the bell", () => {
  it("shows what fired as new, once for one price, and never of a hidden company", async () => {
    await insertAlert(company, "rises", "110", "basic");
    await insertAlert(company, "rises", "111", "basic");
    await insertAlert(other, "falls", "95", "basic");
    await quote(company, "111");
    await quote(other, "95");
    await insertRecord(database, "trade_alerts", { ticker: other.symbol, name: "Locked Secrets" });
    await database.rows("delete from quotes where id = ?", [other.quote]);
    for (const path of ["/about", "/notifications", "/dashboard"]) {
      const page = await html(path, "basic");
      expect(page).toContain('aria-label="Notifications, 1 new"');
      expect(page).toContain(`${company.symbol} rose to 111.00 USD`);
      expect(page).not.toContain(other.symbol);
    }
    expect(await html("/about", "premium")).not.toContain(`${company.symbol} rose`);
    const read = { until: new Date().toISOString() };
    await app.request("/notifications/read", {
      method: "POST",
      body: read,
      cookies: await app.cookiesOf("basic"),
    });
    expect(await html("/about", "basic")).not.toContain("1 new");
  });
});
