import { withoutTable, withUnavailableTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

beforeEach(() => database.empty("calls"));

const settled = (days: number, name: string, values: Record<string, unknown> = {}) =>
  insertSettledCall(days, { name, ...values });

/** Cached pages learn of a change of calls a moment later. A different address is never cached. */
const home = async (person: Person) => (await html("/", person)).replaceAll("<!-- -->", "");
const leadOf = (page: string) => /<article class="lead-call".*?<\/article>/s.exec(page)?.[0] ?? "";

describe("the front page's lead", () => {
  it("is the last settled call that its reader may see, also a loss", async () => {
    const old = await settled(40, "Public Corporation", { close_price: "90" });
    const fresh = await settled(1, "Waiting Corporation", { direction: "sell" });
    const hidden = await settled(0, "Private Corporation", { audience: "private" });
    const lead = async (person: Person) => leadOf(await home(person));
    await expect
      .poll(() => lead("visitor"))
      .toContain("We said buy Public Corporation at 100.00. It settled at 90.00");
    const visitor = await lead("visitor");
    expect(visitor).toContain(`/track-record/${old}`);
    expect(visitor).toContain("This spot always shows our last settled call that is public, right or wrong.");
    expect(visitor).not.toContain("/trade-alert/");
    await expect.poll(() => lead("premium")).toContain("We said sell Waiting Corporation");
    expect(await lead("premium")).toMatch(/href="\/trade-alert\/[^"]*">Read the alert in full/);
    expect(await lead("premium")).toContain(`/track-record/${fresh}`);
    expect(await lead("premium")).toContain("our last settled call that you may read, right or wrong.");
    await expect.poll(() => lead("private")).toContain("We said buy Private Corporation");
    expect(await lead("private")).toContain(`/track-record/${hidden}`);
    expect(await lead("private")).toContain("shows our last settled call, right or wrong.");
    for (const person of ["visitor", "basic"] as const)
      expect(await home(person)).not.toMatch(/Waiting Corporation|Private Corporation/);
    expect(await home("premium")).not.toContain("Private Corporation");
  });

  it("is missing while no call may be shown, and the first advertisement comes first", async () => {
    await settled(1, "Waiting Corporation");
    await settled(40, "A view", { kind: "brief" });
    await settled(40, "A mistake", { mistake: true });
    await settled(40, "Withdrawn", {
      state: "withdrawn",
      close_price: null,
      close_ratio: null,
      close_reason: null,
    });
    await expect.poll(() => home("visitor")).not.toContain("lead-call");
    const main = /<main.*<\/main>/s.exec(await home("visitor"))?.[0] ?? "";
    expect(main.indexOf("No ad available for position 1.")).toBeLessThan(main.indexOf("<h2"));
    expect(main).not.toMatch(/Waiting Corporation|A view|A mistake|Withdrawn/);
  });

  it("uses the shares of the call's day, and states no risk if there was none", async () => {
    await settled(40, "Split Corporation", {
      close_price: "60",
      close_ratio: "2",
      stop: "104",
      target: "130",
    });
    await expect.poll(() => home("visitor")).toContain("at 100.00. It settled at 120.00");
    const lead = leadOf(await home("visitor"));
    expect(lead).toContain("+20.0%");
    expect(lead).toContain("no stop was set");
  });
});

describe("the front page while calls cannot be read", () => {
  it("shows the previous lead, and members their previous morning", async () => {
    await settled(40, "Kept Corporation");
    await settled(1, "Unheard Corporation");
    await expect.poll(() => home("visitor")).toContain("Kept Corporation");
    await expect.poll(() => home("premium")).toContain("New since your last visit");
    for (const broken of [withoutTable, withUnavailableTable]) {
      const [visitor, member] = await broken(app, "calls", async () => {
        // Clears the page cache, so each page is rendered.
        await database.rows("update news set title = title");
        await database.rows("select pg_notify('content', 'calls')");
        return [await home("visitor"), await home("premium")];
      });
      expect(leadOf(visitor ?? "")).toContain("We said buy Kept Corporation");
      expect(visitor).not.toContain("Unheard Corporation");
      expect(leadOf(member ?? "")).toContain("We said buy Unheard Corporation");
      expect(member).toContain("New since your last visit");
    }
  });
});

describe("the right column", () => {
  it("has the last settled public calls, the same for everybody", async () => {
    await settled(40, "Public Corporation", { close_price: "90", close_reason: "stop" });
    await settled(1, "Waiting Corporation");
    const rail = async (person: Person) =>
      /<ul class="side-list">.*?<\/ul>/s.exec(
        (await html("/about", person)).replaceAll("<!-- -->", ""),
      )?.[0] ?? "";
    for (const person of ["visitor", "premium"] as const) {
      await expect.poll(() => rail(person)).toContain("Buy Public Corporation");
      expect(await rail(person)).toMatch(/outcome--loss.*Stop <b>−10\.0%/s);
      expect(await rail(person)).not.toContain("Waiting");
      // A member may see a later one.
      expect(await html("/about", person)).toContain(">Recently made public</h2>");
    }
  });
});

describe("the gallery of alerts", () => {
  it("shows others the outcomes of public calls, with links to their public pages", async () => {
    const id = await settled(40, "Public Corporation");
    await settled(1, "Waiting Corporation");
    await settled(40, "Picked Corporation", { kind: "pick" });
    await insertRecord(database, "trade_alerts");
    const page = async () => (await html("/trade-alert", "visitor")).split("How they ended")[1] ?? "";
    await expect.poll(page).toContain(`<a href="/track-record/${id}">Public Corporation</a>`);
    expect(await page()).toMatch(/Target <b>\+12\.3%/);
    expect((await page()).split("<footer")[0]?.split("<aside")[0]).not.toMatch(/Waiting|Picked/);
  });

  it("shows readers with access their outcomes, before the last day is over", async () => {
    const alert = await insertRecord(database, "trade_alerts", { name: "Read Corporation" });
    const apart = async () => (await html("/trade-alert", "premium")).split(">Closed calls</h2>")[1] ?? "";
    expect(await apart()).not.toContain("Read Corporation");
    await database.empty("calls");
    await settled(1, "Read Corporation", { record_id: alert });
    await expect.poll(apart).toContain(`<a href="/trade-alert/${alert}">Read Corporation</a>`);
    expect(await apart()).toMatch(/Target <b>\+12\.3%/);
  });

  it("links readers with access to both halves with their sizes, and nobody else", async () => {
    await database.empty("trade_alerts", "calls");
    for (let nth = 0; nth < 13; nth += 1) await insertRecord(database, "trade_alerts");
    await insertRecord(database, "trade_alerts", {
      created_at: "2026-01-01T00:00:00Z",
      holding_period: "1 day",
    });
    const tabs = async (person: Person) =>
      /<nav class="tabs" aria-label="Open and closed calls">.*?<\/nav>/s.exec(
        await html("/trade-alert", person),
      )?.[0];
    await expect
      .poll(() => tabs("premium"))
      .toMatch(
        /href="\/trade-alert" aria-current="page">Open, 13<.*href="\/trade-alert\?page=2#ended">Closed, 1</s,
      );
    expect(await html("/trade-alert?page=2", "premium")).toMatch(/<h2 id="ended">Closed calls/);
    expect(await html("/trade-alert", "premium")).toContain("1 to 12 of 14 calls, open and closed<");
    expect(await html("/trade-alert", "visitor")).toContain("1 to 12 of 14<");
    expect(await tabs("visitor")).toBeUndefined();
    expect(await tabs("basic")).toBeUndefined();
    await database.rows(
      `insert into trade_alerts (ticker, name, tag, target_price, analysis)
       select 'MANY', 'Many', 'buy', 12, 'Why.' from generate_series(1, 1000)`,
    );
    // The link to the ended ones skips all open ones.
    await expect.poll(() => tabs("premium")).toBeUndefined();
    expect(await html("/trade-alert", "premium")).toContain("1 to 12 of 1,014<");
    await database.empty("trade_alerts", "calls");
  });

  it("shows readers of open calls the last settled ones below", async () => {
    await insertRecord(database, "trade_alerts");
    await settled(1, "Just Settled Corporation");
    const foot = async () => (await html("/trade-alert", "premium")).split(">How they ended</h2>")[1] ?? "";
    await expect.poll(foot).toContain("Just Settled Corporation");
  });
});

describe("the banners", () => {
  it("are dismissed by a form, until there is a newer one", async () => {
    const [image] = await database.rows<{ id: string }>(
      "insert into images (width, height, byte_size, widths) values (640, 224, 1000, '{320,640}') returning id",
    );
    await insertRecord(database, "banners", {
      title: "Capital at risk.",
      image_id: image?.id,
      created_at: "2026-01-01T00:00:00Z",
    });
    await expect.poll(() => home("visitor")).toContain("Capital at risk.");
    const put = await app.request("/banners/dismissed", { method: "POST", body: {} });
    expect(put.status).toBe(303);
    expect(put.headers.get("Location")).toBe("/");
    const cookie = (put.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const mine = async () => (await app.request("/", { cookies: cookie })).text();
    // Repeatedly: cached pages with and without banners must not mix.
    for (let visit = 0; visit < 3; visit += 1) {
      await expect.poll(mine).not.toContain("Capital at risk.");
      expect(await home("visitor")).toContain("Capital at risk.");
    }
    await insertRecord(database, "banners", {
      title: "Something new.",
      image_id: image?.id,
      created_at: "2026-02-01T00:00:00Z",
    });
    await expect.poll(mine).toContain("Something new.");
  });
});
