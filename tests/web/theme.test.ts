import { expect, it } from "vitest";
import { themeCookie, themeFromCookies } from "~/web/theme";

it("reads a remembered theme among other cookies", () => {
  expect(themeFromCookies("a=b; openbell_theme=dark; c=d")).toBe("dark");
  expect(themeFromCookies("openbell_theme=light")).toBe("light");
});

it("takes anything else for the system's", () => {
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

it("remembers a choice for a year and forgets the system's", () => {
  expect(themeCookie("dark", true)).toBe(
    "openbell_theme=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure",
  );
  expect(themeCookie("system", false)).toContain("Max-Age=0");
});
