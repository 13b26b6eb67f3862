import {
  companyAt100,
  firings,
  insertAlert,
  type TestedCompany,
  withoutAlerts,
} from "tests/support/price-alerts";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { api, followRedirect, get, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

const LIST = "/watchlist/alerts";
const NEW = `${LIST}/new`;

let company: TestedCompany;
let count = 0;
beforeEach(async () => {
  await withoutAlerts();
  count += 1;
  company = await companyAt100(`PAF${count}`);
});

const form = (more: object = {}) => ({ company: company.symbol, kind: "rises", level: "110", ...more });
const add = (more: object = {}, person: Person = "premium") => post(NEW, form(more), person);

const alerts = () =>
  database.rows<{ id: string; kind: string; level: string }>(
    `select a.id, a.kind, trim_scale(level) as level from price_alerts a order by a.created_at, level`,
  );
const levels = async () => (await alerts()).map(({ kind, level }) => `${kind} ${level}`);

/** The message below a field. */
const messageAt = (page: string, field: string) =>
  new RegExp(`id="${field}-error"[^>]*>(?:<svg.*?</svg>)?([^<]*)`).exec(page)?.[1];

describe("the form of a price alert", () => {
  it("has the company of its address, adds the alert and leads to the list", async () => {
    expect(await html(`/stock/${company.symbol}`, "premium")).toContain(
      `href="${NEW}?company=${company.symbol}"`,
    );
    expect(await html(`${NEW}?company=${company.symbol}`, "premium")).toContain(`value="${company.symbol}"`);
    const page = await followRedirect(await add(), "premium");
    expect(page).toContain("Price alert saved.");
    expect(page).toContain(`${company.symbol} Holdings`);
    expect(page).toContain("rises to 110.00 USD");
    expect(page).toContain("Active · 100.00 USD on");
    expect(await levels()).toEqual(["rises 110"]);
  });

  it("is not offered to visitors, and leads them to the sign-in", async () => {
    expect(await html(`/stock/${company.symbol}`, "visitor")).not.toContain(NEW);
    for (const path of [LIST, NEW]) {
      const answer = await get(path, "visitor");
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        302,
        `/login?next=${encodeURIComponent(path)}`,
      ]);
    }
    expect((await post(NEW, form(), "visitor")).status).toBe(302);
    expect(await alerts()).toEqual([]);
  });

  it.each([
    [{ company: "" }, "company", "Enter the symbol of a company"],
    [{ company: "NOSUCH" }, "company", "No company has this symbol"],
    [{ company: "x".repeat(21) }, "company", "This is too long for a symbol"],
    [{ kind: "" }, "kind", "Choose when to alert you"],
    [{ level: "" }, "level", "Price must be a number above 0"],
    [{ level: "-1" }, "level", "Price must be a number above 0"],
    [
      { kind: "moves", level: "101" },
      "level",
      "Percentage must be from 0.1 to 100, with at most 2 decimal places",
    ],
  ])("with %j shows at %s: %s, and keeps what was typed", async (more, field, message) => {
    const answer = await add(more);
    const page = await answer.text();
    expect([answer.status, messageAt(page, field)]).toEqual([422, message]);
    for (const [name, value] of Object.entries(form(more)))
      if (name !== "kind")
        expect(page).toMatch(
          new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
        );
    expect(await alerts()).toEqual([]);
  });

  it("does not tell whether a hidden company exists", async () => {
    await insertRecord(database, "trade_alerts", { ticker: "HIDN", name: "Hidden", audience: "private" });
    const hidden = await add({ company: "HIDN" }, "basic");
    const missing = await add({ company: "NONE" }, "basic");
    expect((await hidden.text()).replaceAll("HIDN", "NONE").replace(/nonce="[^"]*"/g, "")).toBe(
      (await missing.text()).replace(/nonce="[^"]*"/g, ""),
    );
  });

  it("sent twice, in turn or at once, adds one alert", async () => {
    const answers = await Promise.all([add(), add(), add({ level: "110.00" })]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await followRedirect(await add(), "premium")).toContain("You already have this price alert.");
    await add({}, "basic");
    await add({ kind: "falls" });
    await add({ level: "111" });
    expect((await levels()).toSorted()).toEqual(["falls 110", "rises 110", "rises 110", "rises 111"]);
  });

  it("is refused for the 201st alert, also when two are sent at once", async () => {
    await add();
    await database.rows(
      `insert into price_alerts (member_id, instrument_id, kind, level, set_on)
       select member_id, instrument_id, kind, n, set_on from price_alerts, generate_series(200, 397) as n`,
    );
    const answers = await Promise.all([add({ level: "1" }), add({ level: "2" })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(await refused?.text()).toContain("You have 200 price alerts. Remove one to add another.");
    expect(await alerts()).toHaveLength(200);
  });
});

describe("an alert of the list", () => {
  const only = async () => (await alerts())[0]?.id ?? "";

  it("is edited, and a form sent twice changes nothing twice", async () => {
    await add();
    const id = await only();
    expect(await html(`${LIST}/${id}`, "premium")).toMatch(/value="110"/);
    const changed = form({ kind: "moves", level: "2.5" });
    expect((await post(`${LIST}/${id}`, changed, "premium")).status).toBe(303);
    expect((await post(`${LIST}/${id}`, changed, "premium")).status).toBe(303);
    expect(await levels()).toEqual(["moves 2.5"]);
    expect((await get(`${LIST}/${id}`, "premium")).status).toBe(404);
    const refused = await post(`${LIST}/${await only()}`, form({ level: "none" }), "premium");
    expect([refused.status, messageAt(await refused.text(), "level")]).toEqual([
      422,
      "Price must be a number above 0",
    ]);
    expect(await levels()).toEqual(["moves 2.5"]);
  });

  it("is removed by its button, as often as it is pressed", async () => {
    await add();
    const remove = await only();
    for (let press = 0; press < 2; press += 1)
      expect(await followRedirect(await post(LIST, { remove }, "premium"), "premium")).toContain(
        "Price alert removed.",
      );
    expect(await alerts()).toEqual([]);
  });

  it("belongs to its member alone", async () => {
    await add();
    const id = await only();
    expect((await get(`${LIST}/${id}`, "private")).status).toBe(404);
    await post(LIST, { remove: id }, "private");
    const answer = await post(`${LIST}/${id}`, form({ level: "5" }), "private");
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining("Price alert not found."),
    ]);
    expect(await alerts()).toHaveLength(1);
    expect(await database.rows("select level from price_alerts where id = ?", [id])).toEqual([
      { level: "110" },
    ]);
    expect(await html(LIST, "private")).not.toContain("110.00");
  });

  it("shows when it last fired, and waits for tomorrow", async () => {
    await insertAlert(company, "rises", "110");
    await api("PUT", `/api/markets/${company.quote}`, { last: "111" });
    await firings();
    const page = await html(LIST, "premium");
    expect(page).toContain(
      "Triggered today, active again from tomorrow once the price is below it · 111.00 USD on",
    );
    expect(page).toMatch(/Fired <time[^>]*>[^<]*<\/time> at 111\.00 USD/);
  });

  it("shows its level in today’s shares, and a level that was passed", async () => {
    await add();
    await add({ kind: "falls", level: "200" });
    await database.rows("update price_alerts set set_on = current_date - 2");
    await database.rows("insert into splits (instrument_id, day, ratio) values (?, ?, 4)", [
      company.id,
      daysAgo(1),
    ]);
    const page = await html(LIST, "premium");
    expect(page).toContain("rises to 27.50 USD");
    expect(page).toContain("falls to 50.00 USD");
    expect(page).toContain("Active again once the price is below it");
    await add({ level: "27.5" });
    expect(await alerts()).toHaveLength(2);
  });

  it("for a company that the plan hides, shows no name and can be removed", async () => {
    await insertRecord(database, "trade_alerts", {
      ticker: "LOCK",
      name: "Locked Secrets",
      audience: "members",
    });
    await add({ company: "LOCK" });
    expect(await html(LIST, "premium")).toContain("Locked Secrets");
    await database.rows("update price_alerts set member_id = ?", [await memberIdOf("basic")]);
    const page = await html(LIST, "basic");
    expect(page).toContain("A company not included in your plan");
    expect(page).not.toMatch(/Locked Secrets|LOCK|110/);
    expect((await get(`${LIST}/${await only()}`, "basic")).headers.get("Location")).toBe(LIST);
    await post(LIST, { remove: await only() }, "basic");
    expect(await alerts()).toEqual([]);
  });

  it("is offered at each company of the watchlist, and the empty list explains itself", async () => {
    await post("/watchlist/marks", { add: `company:${company.symbol}` }, "premium");
    expect(await html("/watchlist", "premium")).toContain(`href="${NEW}?company=${company.symbol}"`);
    expect(await html(LIST, "premium")).toContain("You have no price alerts yet.");
  });

  it("is listed on pages of fifty", async () => {
    await add();
    await database.rows(
      `insert into price_alerts (member_id, instrument_id, kind, level, set_on)
       select member_id, instrument_id, kind, n, set_on from price_alerts, generate_series(200, 249) as n`,
    );
    expect((await html(LIST, "premium")).match(/name="remove"/g)).toHaveLength(50);
    expect((await html(`${LIST}?page=2`, "premium")).match(/name="remove"/g)).toHaveLength(1);
  });
});

describe("the emails of price alerts", () => {
  it("are turned off and on with a box that is ticked at first", async () => {
    const box = async () => /<input[^>]*name="mails"[^>]*>/.exec(await html(LIST, "premium"))?.[0];
    expect(await box()).toContain("checked");
    const off = await post(LIST, { change: "mails" }, "premium");
    expect(await followRedirect(off, "premium")).toContain("You do not get price alerts by email.");
    expect(await box()).not.toContain("checked");
    const on = await post(LIST, { change: "mails", mails: "on" }, "premium");
    expect(await followRedirect(on, "premium")).toContain("You get price alerts by email.");
    expect(await box()).toContain("checked");
  });

  it("stay as they are if a form says nothing that the page knows", async () => {
    for (const body of [{}, { change: "all" }, { remove: "none" }] as Record<string, string>[])
      expect(await followRedirect(await post(LIST, body, "premium"), "premium")).toContain(
        "Choose what to change.",
      );
  });
});
