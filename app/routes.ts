import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** Every address of the product. Folders under routes/ are named as the parts of this table. */
const site = layout("routes/site/layout.tsx", [
  index("routes/site/home.tsx"),
  route("news", "routes/site/news/list.tsx"),
  route("news/:id", "routes/site/news/item.tsx"),
  route("daily-brief", "routes/site/daily-brief/list.tsx"),
  route("daily-brief/:id", "routes/site/daily-brief/item.tsx"),
  route("subscription", "routes/site/subscription.tsx"),
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
  route("ads/category/:category", "routes/api/ads/category.ts"),
  route("banners", "routes/api/banners.ts"),
  route("packages", "routes/api/packages.ts"),
  route("*", "routes/api/missing.ts"),
]);

const system = [
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("uploads/:id/:file", "routes/system/upload.ts"),
  route("demo/inbox", "routes/system/demo-inbox.tsx"),
  route("demo/inbox.json", "routes/system/demo-inbox-json.ts"),
  route("demo/inbox/:id", "routes/system/demo-inbox-mail.ts"),
  route("*", "routes/system/missing.tsx"),
];

export default [site, account, ...admin, ...api, ...system] satisfies RouteConfig;
