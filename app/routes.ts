import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** Every address of the product. Folders under routes/ are named as the parts of this table. */
const site = layout("routes/site/layout.tsx", [
  index("routes/site/home.tsx"),
  route("news", "routes/site/news/list.tsx"),
  route("news/:id", "routes/site/news/item.tsx"),
  route("daily-brief", "routes/site/daily-brief/list.tsx"),
  route("daily-brief/:id", "routes/site/daily-brief/item.tsx"),
  route("subscription", "routes/site/subscription.tsx"),
  route("market", "routes/site/market.tsx"),
  route("videos", "routes/site/videos/list.tsx"),
  route("videos/:id", "routes/site/videos/item.tsx"),
  route("stock-picks", "routes/site/stock-picks.tsx"),
  route("trade-alert", "routes/site/trade-alert/list.tsx"),
  route("trade-alert/:id", "routes/site/trade-alert/item.tsx"),
  route("search", "routes/site/search/results.tsx"),
  route("about", "routes/site/about.tsx"),
  route("contact", "routes/site/contact.tsx"),
  route("privacy", "routes/site/privacy.tsx"),
  route("terms", "routes/site/terms.tsx"),
  route("disclaimer", "routes/site/disclaimer.tsx"),
]);

const account = layout("routes/account/layout.tsx", [
  route("login", "routes/account/login.tsx"),
  route("logout", "routes/account/logout.ts"),
  route("register", "routes/account/register.tsx"),
  route("verify-email/:token?", "routes/account/verify-email.tsx"),
  route("resend-verification-email", "routes/account/resend-verification-email.tsx"),
  route("forget-password", "routes/account/forget-password.tsx"),
  route("reset-password/:token", "routes/account/reset-password.tsx"),
  route("dashboard/export.json", "routes/account/dashboard/export.ts"),
  layout("routes/account/member-layout.tsx", [
    route("dashboard", "routes/account/dashboard/personal.tsx"),
    route("dashboard/subscription", "routes/account/dashboard/subscription.tsx"),
    route("dashboard/referrals", "routes/account/dashboard/referrals.tsx"),
    route("dashboard/password", "routes/account/dashboard/password.tsx"),
    route("dashboard/devices", "routes/account/dashboard/devices.tsx"),
    route("dashboard/delete", "routes/account/dashboard/delete.tsx"),
    route("dashboard/receipts/:id", "routes/account/dashboard/receipt.tsx"),
    route("referral", "routes/account/referral.tsx"),
  ]),
]);

const admin = [
  route("admin/login", "routes/admin/login.tsx"),
  route("admin/logout", "routes/admin/logout.ts"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard.tsx"),
    route("news/export.csv", "routes/admin/news/export.ts"),
    route("news", "routes/admin/news/list.tsx", [
      route("new", "routes/admin/news/new.tsx"),
      route(":id/edit", "routes/admin/news/edit.tsx"),
    ]),
    route("daily-brief/export.csv", "routes/admin/daily-brief/export.ts"),
    route("daily-brief", "routes/admin/daily-brief/list.tsx", [
      route("new", "routes/admin/daily-brief/new.tsx"),
      route(":id/edit", "routes/admin/daily-brief/edit.tsx"),
    ]),
    route("stock-picks/export.csv", "routes/admin/stock-picks/export.ts"),
    route("stock-picks", "routes/admin/stock-picks/list.tsx", [
      route("new", "routes/admin/stock-picks/new.tsx"),
      route(":id/edit", "routes/admin/stock-picks/edit.tsx"),
    ]),
    route("trade-alert/export.csv", "routes/admin/trade-alert/export.ts"),
    route("trade-alert", "routes/admin/trade-alert/list.tsx", [
      route("new", "routes/admin/trade-alert/new.tsx"),
      route(":id/edit", "routes/admin/trade-alert/edit.tsx"),
    ]),
    route("videos/export.csv", "routes/admin/videos/export.ts"),
    route("videos", "routes/admin/videos/list.tsx", [
      route("new", "routes/admin/videos/new.tsx"),
      route(":id/edit", "routes/admin/videos/edit.tsx"),
    ]),
    route("market/export.csv", "routes/admin/market/export.ts"),
    route("market", "routes/admin/market/list.tsx", [
      route("new", "routes/admin/market/new.tsx"),
      route(":id/edit", "routes/admin/market/edit.tsx"),
    ]),
    route("market-movers/export.csv", "routes/admin/market-movers/export.ts"),
    route("market-movers", "routes/admin/market-movers/list.tsx", [
      route("new", "routes/admin/market-movers/new.tsx"),
      route(":id/edit", "routes/admin/market-movers/edit.tsx"),
    ]),
    route("ads/export.csv", "routes/admin/ads/export.ts"),
    route("ads", "routes/admin/ads/list.tsx", [
      route("new", "routes/admin/ads/new.tsx"),
      route(":id/edit", "routes/admin/ads/edit.tsx"),
    ]),
    route("banner/export.csv", "routes/admin/banner/export.ts"),
    route("banner", "routes/admin/banner/list.tsx", [
      route("new", "routes/admin/banner/new.tsx"),
      route(":id/edit", "routes/admin/banner/edit.tsx"),
    ]),
  ]),
];

const api = prefix("api", [
  route("auth/user/login", "routes/api/auth/user-login.ts"),
  route("auth/user/register", "routes/api/auth/user-register.ts"),
  route("auth/user/forget-password", "routes/api/auth/user-forget-password.ts"),
  route("auth/user/reset-password/:token", "routes/api/auth/user-reset-password.ts"),
  route("auth/user/verify-email/:token?", "routes/api/auth/user-verify-email.ts"),
  route("auth/user/resend-verification", "routes/api/auth/user-resend-verification.ts"),
  route("user/profile", "routes/api/user/profile.ts"),
  route("auth/admin/login", "routes/api/auth/admin-login.ts"),
  route("admin/profile", "routes/api/admin-profile.ts"),
  route("news", "routes/api/news/list.ts"),
  route("news/admin", "routes/api/news/admin.ts"),
  route("news/:id", "routes/api/news/item.ts"),
  route("daily-brief", "routes/api/daily-brief/list.ts"),
  route("daily-brief/admin", "routes/api/daily-brief/admin.ts"),
  route("daily-brief/:id", "routes/api/daily-brief/item.ts"),
  route("videos", "routes/api/videos/list.ts"),
  route("videos/admin", "routes/api/videos/admin.ts"),
  route("videos/:id", "routes/api/videos/item.ts"),
  route("markets", "routes/api/markets/list.ts"),
  route("markets/admin", "routes/api/markets/admin.ts"),
  route("markets/:id", "routes/api/markets/item.ts"),
  route("market-movers", "routes/api/market-movers/list.ts"),
  route("market-movers/admin", "routes/api/market-movers/admin.ts"),
  route("market-movers/admin/:id", "routes/api/market-movers/item.ts"),
  route("ads", "routes/api/ads/list.ts"),
  route("ads/admin", "routes/api/ads/admin.ts"),
  route("stock-picks", "routes/api/stock-picks/list.ts"),
  route("stock-picks/admin", "routes/api/stock-picks/admin.ts"),
  route("stock-picks/:id", "routes/api/stock-picks/item.ts"),
  route("trade-alert", "routes/api/trade-alert/list.ts"),
  route("trade-alerts", "routes/api/trade-alert/member-list.ts"),
  route("trade-alert/admin", "routes/api/trade-alert/admin.ts"),
  route("trade-alert/:id", "routes/api/trade-alert/item.ts"),
  route("ads/category/:category", "routes/api/ads/category.ts"),
  route("ads/:id", "routes/api/ads/item.ts"),
  route("banners", "routes/api/banners/list.ts"),
  route("banners/admin", "routes/api/banners/admin.ts"),
  route("banners/:id", "routes/api/banners/item.ts"),
  route("packages", "routes/api/packages.ts"),
  route("*", "routes/api/missing.ts"),
]);

const feeds = [
  route("news/feed.xml", "routes/system/feeds/news.ts"),
  route("daily-brief/feed.xml", "routes/system/feeds/daily-brief.ts"),
  route("stock-picks/feed.xml", "routes/system/feeds/stock-picks.ts"),
  route("trade-alert/feed.xml", "routes/system/feeds/trade-alert.ts"),
  route("videos/feed.xml", "routes/system/feeds/videos.ts"),
  route("sitemap.xml", "routes/system/sitemap-index.ts"),
  route("sitemaps/:file", "routes/system/sitemap.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("manifest.webmanifest", "routes/system/manifest.ts"),
  route("og/*", "routes/system/share-picture.ts"),
];

const system = [
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("search/suggestions", "routes/site/search/suggestions.ts"),
  route("theme", "routes/system/theme.ts"),
  route("speculation-rules.json", "routes/system/speculation-rules.ts"),
  route("uploads/:id/:file", "routes/system/upload.ts"),
  route("demo/inbox", "routes/system/demo-inbox.tsx"),
  route("demo/inbox.json", "routes/system/demo-inbox-json.ts"),
  route("demo/inbox/:id", "routes/system/demo-inbox-mail.ts"),
  route("*", "routes/system/missing.tsx"),
];

export default [site, account, ...admin, ...api, ...feeds, ...system] satisfies RouteConfig;
