import type { BrowserContext } from "@playwright/test";

/** Every screen, by who looks at it. A new screen is one more line; `{news}` and the like become a real id. */
export const SCREENS: Record<string, string[]> = {
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
    "/api/docs",
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
    "/admin/ads/{ads}/counts",
    "/admin/ads/{ads/category/square}/counts?days=90",
    "/admin/banner",
  ],
  editor: ["/admin/daily-brief"],
};

/** The address of a screen, with the newest record's id in the place of `{news}` and the like. */
export async function screenAddress(context: BrowserContext, screen: string): Promise<string> {
  const things = /\{(.+)\}/.exec(screen)?.[1];
  if (!things) return screen;
  const response = await context.request.get(`/api/${things}?limit=1`);
  const [newest] = (await response.json()) as { id: string }[];
  return screen.replace(`{${things}}`, newest?.id ?? "");
}
