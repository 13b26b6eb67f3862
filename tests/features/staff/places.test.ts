import { allRoutes } from "tests/support/routes";
import { describe, expect, it } from "vitest";
import { matchScreens } from "~/features/staff/go-to.rules";
import { MORE, PLACES, placesFor } from "~/features/staff/places.server";

/** Where nobody goes to on purpose, a form that begins at its record, and what only the demo has. */
const ON_THE_WAY = [
  ...["/admin/login", "/admin/login/second-step", "/admin/go", "/admin/password-check"],
  ...["/admin/newsletters/new", "/admin/settings/webhooks/received"],
];

const PAGES = allRoutes()
  .filter(({ pattern, opens }) => opens && /^\/admin($|\/)/.test(pattern) && !/[:*]/.test(pattern))
  .map(({ pattern }) => pattern);

describe("the screens of the back-office that “go to” knows", () => {
  it("are all pages of the route table that need no ID", () => {
    expect(PLACES.map(({ link }) => link).toSorted()).toEqual(
      PAGES.filter((page) => !ON_THE_WAY.includes(page)).toSorted(),
    );
  });

  it.each(
    PLACES.map((place) => [place.link, place] as const),
  )("%s is found by two other words", (_, place) => {
    const titles = place.title.toLowerCase().split(" ");
    const words = place.words.split(" ").filter((word) => !titles.includes(word));
    const finding = words.filter((word) => matchScreens(PLACES, word).includes(place));
    expect(finding.length).toBeGreaterThanOrEqual(2);
  });

  it.each(["refund", "role", "photo", "trash", "invite", "paste", "vat"])("have an answer to %s", (word) => {
    expect(matchScreens(PLACES, word)).not.toEqual([]);
  });

  it("have one title each", () => {
    expect(PLACES.map(({ title }) => title)).toEqual([...new Set(PLACES.map(({ title }) => title))]);
  });

  it("are in the menu’s last group where the specification has no entry", () => {
    expect(
      MORE.filter((link) => !placesFor({ role: "superadmin" }).some((place) => place.link === link)),
    ).toEqual([]);
  });
});
