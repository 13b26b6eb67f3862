import { MENU_RECORDS, TILE_LABELS } from "tests/support/back-office-menu";
import { LISTS, RESOURCES } from "tests/support/resources";
import { allRoutes } from "tests/support/routes";
import { describe, expect, it } from "vitest";
import { publicationField } from "~/admin-kit/fields.server";
import { freshnessFor } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import {
  adminListOf,
  adminResourceOf,
  apiResourceOf,
  DISCOVERIES,
  discoveryAt,
  MANAGED,
  MANAGED_FOR_READERS,
  SCREENS,
} from "~/features/registry.server";
import { searchableGroups, suggestedGroups } from "~/features/search/search.groups.server";

const READS_ALL = {
  kind: "staff",
  id: "",
  sessionId: "",
  email: "",
  fullname: "",
  role: "superadmin",
} as const;

const PATTERNS = allRoutes().map(({ pattern }) => pattern);
const requestTo = (path: string) => new Request(`https://openbell.test${path}`);

describe("the registry of managed records", () => {
  it("lists every declaration once", () => {
    const paths = (lists: readonly { path: string }[]) => lists.map(({ path }) => path).toSorted();
    expect(paths(SCREENS)).toEqual(paths(LISTS));
    const declared = paths(RESOURCES);
    expect(MANAGED.map(({ path }) => path).toSorted()).toEqual(declared);
    expect(MANAGED_FOR_READERS.map(({ path }) => path).toSorted()).toEqual(declared);
  });

  it("has no way past the password for what asks for it: no row's form, no rows of a spreadsheet, nothing for several at once", () => {
    const asking = RESOURCES.filter(({ noun }) => freshnessFor(`${noun}.write`));
    expect(asking.map(({ path }) => path).toSorted()).toEqual(["coupons", "packages"]);
    for (const { listing, form, paste } of asking) {
      expect([paste, listing.chosenTogether, publicationField(form)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(listing.columns.filter(({ field }) => field !== undefined)).toEqual([]);
    }
  });

  it("has the menu's labels and addresses, in its order", () => {
    const menu = SCREENS.filter((screen) => screen.menu).map(({ label, path }) => [label, `/admin/${path}`]);
    expect(menu).toEqual(MENU_RECORDS);
  });

  it("has the tiles of the dashboard; markets have one without being in the menu", () => {
    const tiles = SCREENS.filter(({ tile }) => tile).map(({ label }) => label);
    expect(tiles).toEqual(TILE_LABELS);
  });

  it.each(SCREENS.map(({ path }) => path))("has a screen and a spreadsheet for %s", (path) => {
    expect(PATTERNS).toContain(`/admin/${path}`);
    expect(PATTERNS).toContain(`/admin/${path}/export.csv`);
  });

  it.each(MANAGED.flatMap(({ api }) => (api ? [api.path] : [])))("has endpoints for %s", (path) => {
    // Only staff see coupon codes.
    expect(PATTERNS.includes(`/api/${path}`)).toBe(path !== "coupons");
    expect(PATTERNS).toContain(`/api/${path}/admin`);
  });
});

describe.each(DISCOVERIES)("the readers' view of $section", ({ section, lists, changed, feed, search }) => {
  it("is listed on pages that are there", () => {
    expect(lists[0]).toBe(PATTERNS.includes(`/${section}`) ? `/${section}` : undefined);
    for (const path of lists) expect(PATTERNS).toContain(path.split("?")[0]);
  });

  it("has an address for its feed, and a page for each record in its sitemap", () => {
    expect(PATTERNS.includes(`/${section}/feed.xml`)).toBe(feed !== undefined);
    if (feed) expect(feed.link.path).toBe(`/${section}/feed.xml`);
    const pages = [`/${section}/:id`, `/${section}/:symbol`];
    expect(pages.some((page) => PATTERNS.includes(page))).toBe(changed !== undefined);
  });

  it("has a word of its own in the search of who may read everything", () => {
    const names = DISCOVERIES.map((one) => one.search?.full.name);
    expect(search?.access(READS_ALL)).toBe("full");
    expect(names.filter((name) => name === search?.full.name)).toHaveLength(1);
  });
});

describe("the search", () => {
  it("shows companies first, then what its drop-down shows, too", () => {
    expect(searchableGroups(READS_ALL).map(({ name }) => name)).toEqual([
      "companies",
      "briefs",
      "alerts",
      "videos",
      "news",
      "picks",
      "quotes",
    ]);
    expect(suggestedGroups(READS_ALL).map(({ suggested }) => suggested.as)).toEqual([
      "Daily Brief",
      "Alert",
      "Video",
    ]);
  });

  it("has no column that is locked", () => {
    const open = searchableGroups({ kind: "visitor" });
    expect(open.map(({ name }) => name)).toEqual(["companies", "briefs", "videos", "news", "quotes"]);
    expect(open.find(({ name }) => name === "briefs")?.text).toBeUndefined();
  });
});

describe("the section behind an address", () => {
  it.each([
    "/news/feed.xml",
    "/NEWS/feed.xml",
    "/%6eews/feed.xml",
  ])("of %s is that of the news", (address) => {
    expect(discoveryAt(requestTo(address)).section).toBe("news");
  });

  it.each(["/ads/feed.xml", "/", "/packages/feed.xml"])("is undefined for %s", (address) => {
    expect(() => discoveryAt(requestTo(address))).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe("the declaration behind an address", () => {
  it.each([
    ["/admin/news", "news"],
    ["/admin/news.data", "news"],
    ["/admin/NEWS/new", "news"],
    ["/Admin/%6eews/export.csv?q=ads", "news"],
    ["/admin/market", "market"],
    ["/admin/market-movers/new", "market-movers"],
    ["/admin/banner/1/edit", "banner"],
  ])("of %s is that of %s", (address, path) => {
    expect(adminResourceOf(requestTo(address)).path).toBe(path);
  });

  it.each([
    ["/api/news/1", "news"],
    ["/api/markets/admin", "market"],
    ["/api/Banners", "banner"],
    ["/api/market-movers/admin", "market-movers"],
  ])("of %s is that of %s", (address, path) => {
    expect(apiResourceOf(requestTo(address)).path).toBe(path);
  });

  it.each(["/admin/nothing", "/admin"])("is undefined for %s", (address) => {
    expect(() => adminResourceOf(requestTo(address))).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => adminListOf(requestTo(address))).toThrow(expect.objectContaining({ status: 404 }));
  });

  it.each([
    "manage-users",
    "mails",
    "pictures",
    "bin",
    "payments",
    "settings",
  ])("of /admin/%s is a list alone: the shared forms know no such record", (path) => {
    const request = requestTo(`/admin/${path}`);
    expect(adminListOf(request).path).toBe(path);
    expect(() => adminResourceOf(request)).toThrow(expect.objectContaining({ status: 404 }));
  });

  it.each([
    "/api/market",
    "/api/banner",
    "/api/manage-users",
    "/api/mails",
  ])("of %s, which only the back-office calls so, is missing", (address) => {
    expect(() => apiResourceOf(requestTo(address))).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe("the fields of a form", () => {
  const forms = LISTS.flatMap((list) =>
    "entity" in list && list.form?.fields ? [{ ...list, fields: list.form.fields }] : [],
  );

  // A save on top of a newer one shows both, and reads what is saved as the person may see it.
  it.each(forms)("are open at $path to everybody who may write it", ({ roles, fields, visibleTo }) => {
    expect(roles.write.length).toBeGreaterThan(0);
    for (const role of roles.write) {
      const { select } = visibleTo({ kind: "staff", role } as StaffViewer);
      for (const { property } of fields) expect(select, role).toContain(property);
    }
  });
});
