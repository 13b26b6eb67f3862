import { allRoutes } from "tests/support/routes";
import { describe, expect, it } from "vitest";
import { SCREENS } from "~/features/registry.server";
import { matchScreens } from "~/features/staff/go-to.rules";
import { MORE, PLACES } from "~/features/staff/places.server";

/** Where nobody goes to on purpose, a form that begins at its record, and what only the demo has. */
const ON_THE_WAY = [
  ...["/admin/login", "/admin/login/second-step", "/admin/go", "/admin/password-check"],
  ...["/admin/newsletters/new", "/admin/settings/webhooks/received"],
  "/admin/manage-users/batches/new",
];

const PAGES = allRoutes()
  .filter(({ pattern, opens }) => opens && /^\/admin($|\/)/.test(pattern) && !/[:*]/.test(pattern))
  .map(({ pattern }) => pattern);

/** As many as the box shows. */
const suggested = (word: string) => {
  const { byTitle, byWords } = matchScreens(PLACES, word);
  return [...byTitle, ...byWords].slice(0, 12);
};

describe("the screens of the back-office that “go to” knows", () => {
  it("are all pages of the route table that need no ID", () => {
    expect(PLACES.map(({ link }) => link).toSorted()).toEqual(
      PAGES.filter((page) => !ON_THE_WAY.includes(page)).toSorted(),
    );
  });

  it.each(
    PLACES.map((place) => [place.link, place] as const),
  )("%s is suggested for two other words", (_, place) => {
    const titles = place.title.toLowerCase().split(" ");
    const words = place.words.split(" ").filter((word) => !titles.includes(word));
    const finding = words.filter((word) => suggested(word).includes(place));
    expect(finding.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ["refund", "/admin/payments"],
    ["role", "/admin/settings"],
    ["photo", "/admin/pictures"],
    ["trash", "/admin/bin"],
    ["invite", "/admin/settings/invitations/new"],
    ["paste", "/admin/stock-picks/paste"],
    ["vat", "/admin/settings/seller"],
  ])("answer %s with %s", (word, link) => {
    expect(suggested(word).map((place) => place.link)).toContain(link);
  });

  it("have one title each", () => {
    expect(PLACES.map(({ title }) => title)).toEqual([...new Set(PLACES.map(({ title }) => title))]);
  });

  it("are in the menu’s last group where they are lists for which the specification has no entry", () => {
    const lists = SCREENS.filter(({ menu }) => !menu).map(({ path }) => `/admin/${path}`);
    expect(MORE).toEqual(expect.arrayContaining(lists));
    expect(MORE.filter((link) => !PLACES.some((place) => place.link === link))).toEqual([]);
  });
});
