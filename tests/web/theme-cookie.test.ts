import { expect, it } from "vitest";
import { themeFromCookies } from "~/web/theme-cookie.server";

it("the theme cookie is read among other cookies", () => {
  expect(themeFromCookies("a=b; openbell_theme=dark; c=d")).toBe("dark");
  expect(themeFromCookies("openbell_theme=light")).toBe("light");
});

it("an invalid theme cookie means the system theme", () => {
  for (const cookies of [
    null,
    "",
    "openbell_theme=",
    "openbell_theme=blue",
    "xopenbell_theme=dark",
    'openbell_theme=dark"',
  ]) {
    expect(themeFromCookies(cookies)).toBe("system");
  }
});
