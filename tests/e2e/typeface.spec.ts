import { expect, test } from "@playwright/test";
import { signInByApi } from "./people";
import { SCREENS, screenAddress } from "./screens";

/** Weights of the house's serif that the page is drawn with, and those that its head asks for beforehand. */
function weightsOfSerif() {
  const drawn = [...document.fonts].filter(
    ({ family, status }) => family.includes("Openbell Serif") && status !== "unloaded",
  );
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]');
  return {
    drawn: drawn.map(({ weight }) => weight),
    asked: [...links].flatMap(({ href }) => /serif-(\d+)/.exec(href)?.[1] ?? []),
  };
}

for (const person of ["visitor", "premium"])
  test(`no reader's page finds out late which faces it needs, for ${person} @script`, async ({
    page,
    context,
  }) => {
    if (person !== "visitor") await signInByApi(context, person);
    const screens = SCREENS[person] ?? [];
    expect(screens.length).toBeGreaterThan(10);
    const late: string[] = [];
    for (const screen of screens) {
      await page.goto(await screenAddress(context, screen));
      const { drawn, asked } = await page.evaluate(weightsOfSerif);
      expect(drawn, page.url()).toContain("600");
      if (drawn.some((weight) => !asked.includes(weight))) late.push(new URL(page.url()).pathname);
    }
    expect(late).toEqual([]);
  });
