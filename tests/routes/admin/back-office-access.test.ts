import { MENU_RECORDS, TILE_LABELS } from "tests/support/back-office-menu";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROLES = ["editor", "admin", "superadmin"] as const;

/** Sign-out is a form, not a link. */
const MENU_LABELS = ["Dashboard", ...MENU_RECORDS.map(([label]) => label)];

const FOR_DESK = "Only superadmin and admin can access this page.";
const FOR_OWNER = "Only superadmin can access this page.";

let app: TestApp;
const cookies = new Map<string, string>();
const pages = new Map<string, string>();
beforeAll(async () => {
  app = await startTestApp();
  for (const role of ROLES) {
    cookies.set(role, await app.cookiesOf(role));
    const dashboard = await app.request("/admin", { cookies: cookies.get(role) });
    pages.set(role, (await dashboard.text()).replaceAll("<!-- -->", ""));
  }
});
afterAll(() => app?.stop());

const part = (role: string, pattern: RegExp) => pattern.exec(pages.get(role) ?? "")?.[0] ?? "";
const menuOf = (role: string) => part(role, /<nav class="adminmenu".*?<\/nav>/s);
const tilesOf = (role: string) => part(role, /<nav class="tiles[^"]*".*?<\/nav>/s);
const linked = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);

/** Dimmed entries without a link, with the reason for screen readers. */
const closedIn = (html: string, pattern: RegExp): Record<string, string> =>
  Object.fromEntries([...html.matchAll(pattern)].map(([, label = "", reason = ""]) => [label, reason]));
const closedEntries = (role: string) =>
  closedIn(menuOf(role), /<span class="off" title="[^"]*">([^<]*)<span class="sr">: ([^<]*)<\/span>/g);
const closedTiles = (role: string) =>
  closedIn(
    tilesOf(role),
    /<div class="tile[^"]*"><span class="name">([^<]*)<svg.*?<\/span><span class="fine">([^<]*)<\/span>/g,
  );

const DESKS = ["Manage Users", "Packages", "Daily Brief", "Stock Picks", "Trade Alerts", "Ads"];
const owners = (labels: string[]) => Object.fromEntries(labels.map((label) => [label, FOR_OWNER]));
const desks = (labels: string[]) => Object.fromEntries(labels.map((label) => [label, FOR_DESK]));

describe.each(ROLES)("the menu and the tiles of %s", (role) => {
  it("have every entry of the contract", () => {
    for (const label of MENU_LABELS) expect(menuOf(role)).toContain(`>${label}<`);
    for (const label of TILE_LABELS) expect(tilesOf(role)).toContain(`>${label}<`);
  });

  it("link only to open screens", async () => {
    const links = [...new Set([...linked(menuOf(role)), ...linked(tilesOf(role))])];
    expect(links).toContain("/admin/news");
    for (const href of links) {
      const { status } = await app.request(href, { cookies: cookies.get(role) });
      expect([href, status]).toEqual([href, 200]);
    }
  });

  it("link to every open screen", async () => {
    for (const href of linked(menuOf("superadmin")).concat(linked(tilesOf("superadmin")))) {
      const { status } = await app.request(href, { cookies: cookies.get(role) });
      const links = [...linked(menuOf(role)), ...linked(tilesOf(role))];
      expect([href, links.includes(href)]).toEqual([href, status === 200]);
    }
  });
});

it("a tile reads as a sentence to screen readers, or has no styles", () => {
  const text = tilesOf("superadmin").replaceAll(/<[^>]+>/g, "");
  expect(text).toMatch(/Manage Users \d+ members?, \d+ new this week/);
  expect(text).toMatch(/Packages \d+ packages?, on sale/);
  expect(text).toMatch(/Payments \S+ received, \d+ completed/);
});

describe("a menu entry without access", () => {
  it("shows an editor which colleagues have access", () => {
    const closed = { ...desks(DESKS), ...owners(["Banners", "Payments"]) };
    expect(closedEntries("editor")).toEqual({ ...closed, ...owners(["Settings"]) });
    expect(closedTiles("editor")).toEqual({ ...closed, ...desks(["Markets"]) });
  });

  it("shows an admin what only superadmins may do", () => {
    expect(closedEntries("admin")).toEqual(owners(["Banners", "Payments", "Settings"]));
    expect(closedTiles("admin")).toEqual(owners(["Banners", "Payments"]));
  });

  it("does not exist for the superadmin", () => {
    expect([closedEntries("superadmin"), closedTiles("superadmin")]).toEqual([{}, {}]);
  });

  it("stays dimmed on its error page", async () => {
    const refused = await app.request("/admin/payments", { cookies: cookies.get("editor") });
    const html = await refused.text();
    expect(refused.status).toBe(403);
    expect(html).not.toContain('href="/admin/payments"');
    expect(html).not.toMatch(/<nav class="adminmenu".*?aria-current/s);
  });
});
