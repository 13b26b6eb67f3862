// Every address of the product. Folders under routes/ are named as the parts of this table.

import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** Modules of a managed record's addresses that it has to itself; all others are those in `record`. */
type OwnModules<Name extends string> = Partial<Record<Name, string>>;

type AdminOptions = OwnModules<"list" | "new" | "edit"> & {
  /** It is a draft or published, which a button of the list switches. */
  publication?: true;
  /** Its page can be looked at before readers see it. */
  preview?: true;
  /** Rows of a spreadsheet can be pasted into it. */
  paste?: true;
};

/**
 * A managed record's screens: its list with the forms and questions over it, and the spreadsheet. The shared modules find its declaration
 * by the address, and each address has a route of its own.
 */
function adminResource(path: string, { publication, preview, paste, ...own }: AdminOptions = {}) {
  const id = (name: string) => ({ id: `routes/admin/${path}/${name}` });
  return [
    adminExport(path),
    route(path, own.list ?? "routes/admin/resource/list.tsx", id("list"), [
      route("new", own.new ?? "routes/admin/resource/new.tsx", id("new")),
      route(":id/edit", own.edit ?? "routes/admin/resource/edit.tsx", id("edit")),
      route("selection", "routes/admin/resource/selection.tsx", id("selection")),
      ...(publication
        ? [route(":id/publication", "routes/admin/resource/publication.tsx", id("publication"))]
        : []),
    ]),
    ...(publication ? [route(`${path}/:id/review`, "routes/admin/resource/review.tsx", id("review"))] : []),
    ...(preview ? [route(`${path}/:id/preview`, "routes/admin/resource/preview.tsx", id("preview"))] : []),
    ...(paste ? [route(`${path}/paste`, "routes/admin/resource/paste.tsx", id("paste"))] : []),
  ];
}

const adminExport = (path: string) =>
  route(`${path}/export.csv`, "routes/admin/resource/export.ts", { id: `routes/admin/${path}/export` });

/** A managed record's JSON: the public list, one of it, and everything for the staff. */
function apiResource(path: string, own: OwnModules<"list"> = {}) {
  const id = (name: string) => ({ id: `routes/api/${path}/${name}` });
  return [
    route(path, own.list ?? "routes/api/resource/list.ts", id("list")),
    route(`${path}/admin`, "routes/api/resource/admin.ts", id("admin")),
    route(`${path}/:id`, "routes/api/resource/item.ts", id("item")),
  ];
}

/** Where many of a record are written at once. */
const apiBulk = (path: string) =>
  route(`${path}/bulk`, "routes/api/resource/bulk.ts", { id: `routes/api/${path}/bulk` });

/** The feed of a section; the shared module finds it by the address. */
const sectionFeed = (section: string) =>
  route(`${section}/feed.xml`, "routes/system/feed.ts", { id: `routes/system/feeds/${section}` });

const site = layout("routes/site/layout.tsx", [
  index("routes/site/home.tsx"),
  route("banners/dismissed", "routes/site/banners/dismissed.ts"),
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
  route("stock/:symbol", "routes/site/stock/item.tsx"),
  route("author/:slug", "routes/site/author/item.tsx"),
  route("track-record", "routes/site/track-record/page.tsx"),
  route("track-record/verify", "routes/site/track-record/verify.tsx"),
  route("track-record/withdrawn", "routes/site/track-record/withdrawn.tsx"),
  route("track-record/:id", "routes/site/track-record/item.tsx"),
  ...prefix("preview", [
    route("news/:id", "routes/site/preview/news.tsx"),
    route("daily-brief/:id", "routes/site/preview/daily-brief.tsx"),
    route("trade-alert/:id", "routes/site/preview/trade-alert.tsx"),
    route("videos/:id", "routes/site/preview/videos.tsx"),
  ]),
  route("search", "routes/site/search/results.tsx"),
  route("notifications", "routes/site/notifications/page.tsx"),
  route("notifications/read", "routes/site/notifications/read.ts"),
  route("watchlist", "routes/site/watchlist/page.tsx"),
  route("watchlist/authors", "routes/site/watchlist/authors.tsx"),
  route("watchlist/saved", "routes/site/watchlist/saved.tsx"),
  route("watchlist/alerts", "routes/site/watchlist/alerts/page.tsx"),
  route("watchlist/alerts/new", "routes/site/watchlist/alerts/new.tsx"),
  route("watchlist/alerts/:id", "routes/site/watchlist/alerts/item.tsx"),
  route("watchlist/entries", "routes/site/watchlist/entries.ts"),
  route("watchlist/marks", "routes/site/watchlist/marks.ts"),
  route("about", "routes/site/about.tsx"),
  route("contact", "routes/site/contact.tsx"),
  route("privacy", "routes/site/privacy.tsx"),
  route("terms", "routes/site/terms.tsx"),
  route("disclaimer", "routes/site/disclaimer.tsx"),
  route("subscription/success", "routes/site/subscription-success.tsx"),
  // What leads nowhere keeps the account and the way to what there is.
  route("*", "routes/system/not-found.tsx"),
]);

const account = layout("routes/account/layout.tsx", [
  route("login", "routes/account/login.tsx"),
  route("login/passkey", "routes/account/login-passkey.ts"),
  route("login/link", "routes/account/login-link.tsx"),
  route("login/link/code", "routes/account/login-link-code.tsx"),
  route("login/link/:token", "routes/account/login-link-token.tsx"),
  route("logout", "routes/account/logout.ts"),
  route("register", "routes/account/register.tsx"),
  route("verify-email/:token?", "routes/account/verify-email.tsx"),
  route("resend-verification-email", "routes/account/resend-verification-email.tsx"),
  route("forget-password", "routes/account/forget-password.tsx"),
  route("reset-password/:token", "routes/account/reset-password.tsx"),
  route("gift/:token", "routes/account/gift.tsx"),
  route("newsletters", "routes/account/newsletters.tsx"),
  route("newsletters/:token", "routes/account/newsletters-confirm.tsx"),
  route("unsubscribe/price-alerts/:token", "routes/account/unsubscribe-price-alerts.tsx"),
  route("unsubscribe/messages/:token", "routes/account/unsubscribe-messages.tsx"),
  route("unsubscribe/:newsletter/:token", "routes/account/unsubscribe.tsx"),
  route("dashboard/passkeys/new", "routes/account/dashboard/new-passkey.ts"),
  route("dashboard/export.json", "routes/account/dashboard/export.ts"),
  route("dashboard/email-retry", "routes/account/dashboard/email-retry.ts"),
  route("dashboard/deletion/cancellation", "routes/account/dashboard/deletion-cancellation.ts"),
  route("dashboard/notifications/devices", "routes/account/dashboard/push-devices.ts"),
  route("dashboard/pending-pictures/:id", "routes/account/dashboard/pending-picture.ts"),
  layout("routes/account/member-layout.tsx", [
    route("dashboard", "routes/account/dashboard/personal.tsx"),
    route("dashboard/subscription", "routes/account/dashboard/subscription.tsx"),
    route("dashboard/notifications", "routes/account/dashboard/notifications.tsx"),
    route("dashboard/feeds", "routes/account/dashboard/feeds.tsx"),
    route("dashboard/referrals", "routes/account/dashboard/referrals.tsx"),
    route("dashboard/passkeys", "routes/account/dashboard/passkeys.tsx"),
    route("dashboard/passkeys/:id/removal", "routes/account/dashboard/passkey-removal.tsx"),
    route("dashboard/email", "routes/account/dashboard/email.tsx"),
    route("dashboard/email/:token", "routes/account/dashboard/email-link.tsx"),
    route("dashboard/password", "routes/account/dashboard/password.tsx"),
    route("dashboard/devices", "routes/account/dashboard/devices.tsx"),
    route("dashboard/deletion", "routes/account/dashboard/deletion.tsx"),
    route("dashboard/receipts/:id", "routes/account/dashboard/receipt.tsx"),
    route("dashboard/receipts/:id/credit-note", "routes/account/dashboard/credit-note.tsx"),
    route("dashboard/gifts/:id", "routes/account/dashboard/gift.tsx"),
    route("subscription/gift", "routes/account/subscription-gift.tsx"),
    route("referral", "routes/account/referral.tsx"),
  ]),
]);

const admin = [
  route("admin/login", "routes/admin/login.tsx"),
  route("admin/login/passkey", "routes/admin/login-passkey.ts"),
  route("admin/login/second-step", "routes/admin/second-step.tsx"),
  route("admin/login/second-step/passkey", "routes/admin/second-step-passkey.ts"),
  route("admin/invitation/:token", "routes/admin/invitation.tsx"),
  route("admin/logout", "routes/admin/logout.ts"),
  route("admin/pending-pictures/:id", "routes/admin/pending-picture.ts"),
  route("admin/go.json", "routes/admin/go-suggestions.ts"),
  route("admin/newsletters/preview", "routes/admin/newsletters/preview.ts"),
  route("admin/pictures/choices", "routes/admin/pictures/choices.ts"),
  route("admin/openings/:kind/:id", "routes/admin/openings/item.ts"),
  route("admin/writing/:kind/preview", "routes/admin/writing/preview.ts"),
  route("admin/writing/:kind/:record/draft", "routes/admin/writing/draft.ts"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard.tsx"),
    route("*", "routes/admin/not-found.tsx"),
    route("go", "routes/admin/go.tsx"),
    route("calendar", "routes/admin/calendar.tsx"),
    route("views/:list/new", "routes/admin/views/new.tsx"),
    route("views/:id", "routes/admin/views/item.tsx", [route("deletion", "routes/admin/views/deletion.tsx")]),
    route("changes", "routes/admin/changes/list.tsx"),
    route("changes/:id", "routes/admin/changes/item.tsx"),
    adminExport("bin"),
    route("bin", "routes/admin/bin/list.tsx"),
    route("bin/:id", "routes/admin/bin/item.tsx"),
    route("ledger-checks", "routes/admin/ledger-checks.ts"),
    route("writing/:kind/:record/draft/deletion", "routes/admin/writing/draft-deletion.tsx"),
    ...adminResource("news", { list: "routes/admin/news/list.tsx", publication: true, preview: true }),
    ...adminResource("pictures", {
      list: "routes/admin/pictures/list.tsx",
      new: "routes/admin/pictures/new.tsx",
      edit: "routes/admin/pictures/edit.tsx",
    }),
    adminExport("manage-users"),
    route("manage-users", "routes/admin/manage-users/list.tsx", [
      route("new", "routes/admin/manage-users/new.tsx"),
      route("subscriptions/:id", "routes/admin/manage-users/row-subscription.tsx"),
    ]),
    route("manage-users/paste", "routes/admin/manage-users/paste.tsx"),
    route("manage-users/import", "routes/admin/manage-users/import/list.tsx"),
    route("manage-users/import/:id", "routes/admin/manage-users/import/item.tsx"),
    route("manage-users/import/:id/run", "routes/admin/manage-users/import/run.ts"),
    route("manage-users/import/:id/undo", "routes/admin/manage-users/import/undo.tsx"),
    route("manage-users/import/:id/mails", "routes/admin/manage-users/import/mails.ts"),
    route("manage-users/import/:id/cancellation", "routes/admin/manage-users/import/cancellation.ts"),
    route("manage-users/import/:id/refused.csv", "routes/admin/manage-users/import/refused-export.ts"),
    route("manage-users/labels", "routes/admin/manage-users/labels/list.tsx"),
    route("manage-users/labels/:id", "routes/admin/manage-users/labels/item.tsx"),
    route("manage-users/segments", "routes/admin/manage-users/segments/list.tsx"),
    route("manage-users/segments/new", "routes/admin/manage-users/segments/item.tsx", {
      id: "routes/admin/manage-users/segments/new",
    }),
    route("manage-users/segments/:id", "routes/admin/manage-users/segments/item.tsx"),
    route("manage-users/batches/new", "routes/admin/manage-users/batches/new.tsx"),
    route("manage-users/batches/:id", "routes/admin/manage-users/batches/item.tsx"),
    route("manage-users/:id", "routes/admin/manage-users/member.tsx", [
      route("edit", "routes/admin/manage-users/edit.tsx"),
      route("tier", "routes/admin/manage-users/tier.tsx"),
      // Posted to by buttons; a change that is refused is drawn as the page around it, so the list has one of its own.
      route("subscription", "routes/admin/manage-users/subscription.tsx"),
      route("status", "routes/admin/manage-users/status.tsx"),
      route("verification", "routes/admin/manage-users/verification.tsx"),
      route("deletion", "routes/admin/manage-users/deletion.tsx"),
      route("deletion/cancellation", "routes/admin/manage-users/deletion-cancellation.tsx"),
      route("devices", "routes/admin/manage-users/devices.tsx"),
      route("labels", "routes/admin/manage-users/member-labels.tsx"),
      route("mails", "routes/admin/manage-users/mails.tsx"),
      route("password-link", "routes/admin/manage-users/password-link.tsx"),
      route("view", "routes/admin/manage-users/view.tsx"),
      route("notes", "routes/admin/manage-users/note.tsx"),
      route("notes/:noteId/deletion", "routes/admin/manage-users/note-deletion.tsx"),
      route("complimentary", "routes/admin/manage-users/complimentary.tsx"),
    ]),
    route("member-view/end", "routes/admin/manage-users/view-end.ts"),
    adminExport("mails"),
    route("mails", "routes/admin/mails/list.tsx"),
    route("newsletters", "routes/admin/newsletters/list.tsx"),
    route("newsletters/new", "routes/admin/newsletters/new.tsx"),
    route("newsletters/add", "routes/admin/newsletters/add.tsx"),
    route("newsletters/settings/:newsletter", "routes/admin/newsletters/settings.tsx"),
    route("newsletters/check", "routes/admin/newsletters/check.tsx"),
    route("newsletters/channels", "routes/admin/newsletters/channels/list.tsx"),
    route("newsletters/channels/new", "routes/admin/newsletters/channels/new.tsx"),
    route("newsletters/channels/:id", "routes/admin/newsletters/channels/item.tsx", [
      route("deletion", "routes/admin/newsletters/channels/deletion.tsx"),
    ]),
    route("newsletters/channels/:id/edit", "routes/admin/newsletters/channels/edit.tsx"),
    route("newsletters/suppressed", "routes/admin/newsletters/suppressed.tsx"),
    route("newsletters/:id", "routes/admin/newsletters/item.tsx"),
    ...adminResource("packages", {
      list: "routes/admin/packages/list.tsx",
      new: "routes/admin/packages/new.tsx",
      edit: "routes/admin/packages/edit.tsx",
    }),
    ...adminResource("coupons", {
      new: "routes/admin/coupons/new.tsx",
      edit: "routes/admin/coupons/edit.tsx",
    }),
    adminExport("payments"),
    route("payments", "routes/admin/payments/list.tsx", [
      route(":id/refund", "routes/admin/payments/refund.tsx"),
    ]),
    route("payments/access", "routes/admin/payments/access.tsx"),
    route("payments/:id/receipt", "routes/admin/payments/receipt.tsx"),
    route("payments/:id/credit-note", "routes/admin/payments/credit-note.tsx"),
    route("numbers", "routes/admin/analytics/page.tsx"),
    route("numbers/export.csv", "routes/admin/analytics/export.ts"),
    route("numbers/locks.csv", "routes/admin/analytics/paywalls-export.ts"),
    ...adminResource("daily-brief", { publication: true, preview: true }),
    ...adminResource("stock-picks", {
      list: "routes/admin/stock-picks/list.tsx",
      edit: "routes/admin/stock-picks/edit.tsx",
      publication: true,
      paste: true,
    }),
    adminExport("pick-lists"),
    route("pick-lists", "routes/admin/pick-lists/list.tsx", [
      route(":id/edit", "routes/admin/pick-lists/edit.tsx"),
    ]),
    ...adminResource("trade-alert", {
      list: "routes/admin/trade-alert/list.tsx",
      edit: "routes/admin/trade-alert/edit.tsx",
      publication: true,
      preview: true,
    }),
    adminExport("calls"),
    route("calls", "routes/admin/calls/list.tsx"),
    route("calls/:id", "routes/admin/calls/item.tsx"),
    ...adminResource("videos", { publication: true, preview: true }),
    ...adminResource("market", { list: "routes/admin/market/list.tsx", paste: true }),
    ...adminResource("market-movers", { list: "routes/admin/market-movers/list.tsx", paste: true }),
    ...adminResource("instruments", {
      list: "routes/admin/instruments/list.tsx",
      new: "routes/admin/instruments/new.tsx",
      edit: "routes/admin/instruments/edit.tsx",
    }),
    route("instruments/paste", "routes/admin/instruments/paste.tsx"),
    route("instruments/:id/merge", "routes/admin/instruments/merge.tsx"),
    route("instruments/:id/prices", "routes/admin/instruments/prices.tsx"),
    route("instruments/:id/splits", "routes/admin/instruments/splits.tsx"),
    ...adminResource("price-sources", {
      list: "routes/admin/price-sources/list.tsx",
      new: "routes/admin/price-sources/new.tsx",
      edit: "routes/admin/price-sources/edit.tsx",
    }),
    route("price-sources/:id", "routes/admin/price-sources/item.tsx", [
      route("runs", "routes/admin/price-sources/runs.tsx"),
    ]),
    route("price-sources/:id/trial", "routes/admin/price-sources/trial.tsx"),
    ...adminResource("ads", { edit: "routes/admin/ads/edit.tsx", publication: true }),
    route("ads/:id/counts", "routes/admin/ads/counts.tsx"),
    route("ads/:id/counts/export.csv", "routes/admin/ads/counts-export.ts"),
    ...adminResource("banner"),
    adminExport("settings"),
    route("settings/password", "routes/admin/settings/password.tsx"),
    route("settings/site", "routes/admin/settings/site.tsx"),
    route("settings/seller", "routes/admin/settings/seller.tsx"),
    route("settings/texts", "routes/admin/settings/texts/list.tsx"),
    route("settings/texts/:page", "routes/admin/settings/texts/page.tsx"),
    route("settings/texts/:page/versions/:number", "routes/admin/settings/texts/version.tsx"),
    route("settings/links", "routes/admin/settings/links.tsx"),
    route("settings/reading", "routes/admin/settings/reading.tsx"),
    route("settings/prices", "routes/admin/settings/prices.tsx"),
    route("settings/keys", "routes/admin/settings/keys/list.tsx"),
    route("settings/keys/new", "routes/admin/settings/keys/new.tsx"),
    route("settings/keys/:id", "routes/admin/settings/keys/item.tsx", [
      route("revocation", "routes/admin/settings/keys/revocation.tsx"),
    ]),
    route("settings/webhooks", "routes/admin/settings/webhooks/list.tsx"),
    route("settings/webhooks/new", "routes/admin/settings/webhooks/new.tsx"),
    route("settings/webhooks/received", "routes/admin/settings/webhooks/received.tsx"),
    route("settings/webhooks/:id", "routes/admin/settings/webhooks/item.tsx", [
      route("deletion", "routes/admin/settings/webhooks/deletion.tsx"),
    ]),
    route("settings/webhooks/:id/edit", "routes/admin/settings/webhooks/edit.tsx"),
    route("settings", "routes/admin/settings/list.tsx", [
      route("new", "routes/admin/settings/new.tsx"),
      route(":id/edit", "routes/admin/settings/edit.tsx"),
      route("invitations/new", "routes/admin/settings/invitations/new.tsx"),
      route("invitations/:id/mail", "routes/admin/settings/invitations/mail.tsx"),
      route("invitations/:id/revocation", "routes/admin/settings/invitations/revocation.tsx"),
      route(":id/two-step", "routes/admin/settings/two-step.tsx"),
    ]),
    route("profile-settings", "routes/admin/profile-settings/name.tsx"),
    route("profile-settings/password", "routes/admin/profile-settings/password.tsx"),
    route("profile-settings/two-step", "routes/admin/profile-settings/two-step.tsx"),
    route("password-check", "routes/admin/password-check.tsx"),
    route("profile-settings/passkeys", "routes/admin/profile-settings/passkeys.tsx"),
    route("profile-settings/passkeys/new", "routes/admin/profile-settings/new-passkey.ts"),
    route("profile-settings/devices", "routes/admin/profile-settings/devices.tsx"),
  ]),
];

const api = prefix("api", [
  route("auth/session", "routes/api/auth/session.ts"),
  route("auth/user/login", "routes/api/auth/user-login.ts"),
  route("auth/user/register", "routes/api/auth/user-register.ts"),
  route("auth/user/forget-password", "routes/api/auth/user-forget-password.ts"),
  route("auth/user/reset-password/:token", "routes/api/auth/user-reset-password.ts"),
  route("auth/user/verify-email/:token?", "routes/api/auth/user-verify-email.ts"),
  route("auth/user/resend-verification", "routes/api/auth/user-resend-verification.ts"),
  route("user/profile", "routes/api/user/profile.ts"),
  route("auth/admin/login", "routes/api/auth/admin-login.ts"),
  route("auth/admin/getAllAdmin", "routes/api/auth/admin-list.ts"),
  route("auth/admin/addAdmin", "routes/api/auth/admin-add.ts"),
  route("auth/admin/updateAdmin/:id", "routes/api/auth/admin-update.ts"),
  route("auth/admin/deleteAdmin/:id?", "routes/api/auth/admin-delete.ts"),
  route("auth/admin/changeSuperAdminPassword", "routes/api/auth/admin-change-password.ts"),
  route("admin/profile", "routes/api/admin/profile.ts"),
  route("admin/get-users", "routes/api/admin/get-users.ts"),
  route("admin/get-users/:id", "routes/api/admin/get-user.ts"),
  route("admin/subscription/:id", "routes/api/admin/subscription.ts"),
  route("changes", "routes/api/changes.ts"),
  ...apiResource("news"),
  ...apiResource("daily-brief"),
  ...apiResource("videos"),
  ...apiResource("markets"),
  apiBulk("markets"),
  route("markets/stream", "routes/api/markets/stream.ts"),
  route("market-movers", "routes/api/market-movers/list.ts"),
  route("market-movers/admin", "routes/api/market-movers/admin.ts"),
  route("market-movers/admin/:id", "routes/api/market-movers/item.ts"),
  apiBulk("market-movers"),
  route("prices/bulk", "routes/api/prices/bulk.ts"),
  ...apiResource("ads"),
  ...apiResource("stock-picks"),
  apiBulk("stock-picks"),
  ...apiResource("trade-alert"),
  route("trade-alerts", "routes/api/trade-alert/member-list.ts"),
  route("ads/category/:category", "routes/api/ads/category.ts"),
  ...apiResource("banners"),
  ...apiResource("packages", { list: "routes/api/packages/list.ts" }),
  route("coupons/admin", "routes/api/coupons/admin.ts"),
  route("coupons/admin/:id", "routes/api/coupons/item.ts"),
  route("subscription/upgrade", "routes/api/subscription/upgrade.ts"),
  route("subscription/captureOrder", "routes/api/subscription/capture-order.ts"),
  route("subscription/payments", "routes/api/subscription/payments.ts"),
  route("openapi.json", "routes/api/openapi.ts"),
  route("postman.json", "routes/api/postman.ts"),
  route("docs", "routes/api/docs.tsx"),
  route("*", "routes/api/not-found.ts"),
]);

const feeds = [
  route("feed.xml", "routes/system/site-feed.ts"),
  sectionFeed("news"),
  sectionFeed("daily-brief"),
  sectionFeed("stock-picks"),
  sectionFeed("trade-alert"),
  sectionFeed("videos"),
  route("feeds/:section/:token", "routes/system/private-feed.ts"),
  route("stock/:symbol/feed.xml", "routes/site/stock/feed.ts"),
  route("track-record.csv", "routes/site/track-record/csv.ts"),
  route("track-record.json", "routes/site/track-record/json.ts"),
  route("track-record/log.json", "routes/site/track-record/ledger-log.ts"),
  route("sitemap.xml", "routes/system/sitemap-index.ts"),
  route("sitemaps/:file", "routes/system/sitemap.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("manifest.webmanifest", "routes/system/manifest.ts"),
  route("og/*", "routes/system/share-picture.ts"),
  route("brand/:file", "routes/system/brand.ts"),
];

const system = [
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("search/suggestions", "routes/site/search/suggestions.ts"),
  route("ads/:id/views", "routes/site/ads/views.ts"),
  route("ads/:id/views.gif", "routes/site/ads/pixel.ts"),
  route("ads/:id/clicks", "routes/site/ads/clicks.ts"),
  route("readings/:section/:id/:file", "routes/site/page-view-report.ts"),
  route("locks/:file", "routes/site/paywall-report.ts"),
  route("editions/:file", "routes/site/edition-click-report.ts"),
  route("theme", "routes/system/theme.ts"),
  route("uploads/:id/:file", "routes/system/upload.ts"),
  route("demo/inbox", "routes/system/demo-inbox.tsx"),
  route("demo/inbox.json", "routes/system/demo-inbox-json.ts"),
  route("demo/inbox/:id", "routes/system/demo-inbox-mail.ts"),
  route("demo/webhooks/:token", "routes/system/demo-webhook.ts"),
  route("webhooks/paypal", "routes/system/paypal-webhook.ts"),
  route("webhooks/mail-reports", "routes/system/mail-report-webhook.ts"),
  ...prefix("demo/paypal", [
    route("checkoutnow", "routes/system/demo-paypal/approve.tsx"),
    route("v1/oauth2/token", "routes/system/demo-paypal/token.ts"),
    route("v1/notifications/verify-webhook-signature", "routes/system/demo-paypal/verify.ts"),
    route("v2/checkout/orders", "routes/system/demo-paypal/orders.ts"),
    route("v2/checkout/orders/:id", "routes/system/demo-paypal/order.ts"),
    route("v2/checkout/orders/:id/capture", "routes/system/demo-paypal/capture.ts"),
    route("v2/payments/captures/:id", "routes/system/demo-paypal/payment.ts"),
    route("v2/payments/captures/:id/refund", "routes/system/demo-paypal/refund.ts"),
    route("v2/payments/refunds/:id", "routes/system/demo-paypal/refunded.ts"),
  ]),
];

export default [site, account, ...admin, ...api, ...feeds, ...system] satisfies RouteConfig;
