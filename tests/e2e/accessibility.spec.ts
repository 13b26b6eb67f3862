import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, test } from "@playwright/test";
import { enterAs } from "./people";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every screen, by who looks at it. A new screen is one more line; `{news}` and the like become a real id. */
const SCREENS: Record<string, string[]> = {
  visitor: [
    "/",
    "/news",
    "/news?category=Tech",
    "/news/{news}",
    "/daily-brief",
    "/daily-brief/{daily-brief}",
    "/market?sort=volume",
    "/market?page=9999",
    "/stock-picks",
    "/trade-alert",
    "/trade-alert/{trade-alert}",
    "/videos",
    "/videos/{videos}",
    "/subscription",
    "/search?q=nvidia",
    "/search?q=microsfot",
    "/contact",
    "/login",
    "/register",
    "/forget-password",
    "/forget-password?sent",
    "/reset-password/nonsense",
    "/verify-email",
    "/demo/inbox",
    "/admin/login",
    "/no-such-page",
  ],
  premium: [
    "/",
    "/daily-brief",
    "/daily-brief/{daily-brief}",
    "/stock-picks",
    "/trade-alert",
    "/videos",
    "/subscription",
    "/dashboard",
    "/dashboard/subscription",
    "/dashboard/referrals",
    "/dashboard/password",
    "/dashboard/devices",
    "/dashboard/delete",
    "/referral",
  ],
  superadmin: [
    "/admin",
    "/admin/news",
    "/admin/news?q=nothing-has-this",
    "/admin/news/new",
    "/admin/news/{news}/edit",
    "/admin/news?delete={news}",
    "/admin/daily-brief",
    "/admin/daily-brief/new",
    "/admin/market",
    "/admin/market/new",
    "/admin/market-movers",
    "/admin/videos/{videos}/edit",
    "/admin/ads",
    "/admin/ads/new",
    "/admin/banner",
    "/admin/manage-users",
    "/admin/manage-users?q=nothing-has-this",
    "/admin/manage-users/new",
    "/admin/manage-users/{admin/get-users}",
    "/admin/manage-users/{admin/get-users}/edit",
    "/admin/mails",
    "/admin/settings",
    "/admin/settings/new",
    "/admin/settings/{auth/admin/getAllAdmin}/edit",
    "/admin/settings?delete={auth/admin/getAllAdmin}",
    "/admin/settings/password",
    "/admin/profile-settings",
    "/admin/profile-settings/devices",
  ],
  editor: ["/admin/daily-brief"],
};

for (const [person, screens] of Object.entries(SCREENS)) {
  for (const screen of screens) {
    test(`axe finds nothing on ${screen} as ${person} @script`, async ({ browser, baseURL }) => {
      test.setTimeout(90_000);
      // The checker is a script of its own, which the site's policy would refuse.
      const context = await browser.newContext({ baseURL, bypassCSP: true });
      if (person !== "visitor") await enterAs(context, person);
      const page = await context.newPage();
      await page.goto(await filled(screen, (things) => newest(context, things)));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
          expect(found, `${colorScheme}, ${width} px`).toEqual([]);
        }
      }
      await context.close();
    });
  }
}

async function newest(context: BrowserContext, things: string): Promise<string> {
  const response = await context.request.get(`/api/${things}?limit=1`);
  return ((await response.json()) as { id: string }[])[0]?.id ?? "";
}

async function filled(screen: string, idOf: (things: string) => Promise<string>): Promise<string> {
  const things = /\{(.+)\}/.exec(screen)?.[1];
  return things ? screen.replace(`{${things}}`, await idOf(things)) : screen;
}
