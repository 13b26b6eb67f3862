import { isPasteable, isResource } from "~/admin-kit/resource.server";
import { can, type Narrowable, type Permission, type Roles, rolesWith } from "~/auth/permissions.server";
import { ANALYTICS_PATH } from "~/features/analytics/ranges.rules";
import { KEYS_PATH } from "~/features/api-keys/keys.rules";
import { EDITIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { SCREENS, type Screen } from "~/features/registry.server";
import { SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";
import { WEBHOOKS_PATH } from "~/features/webhooks/webhook-screens.rules";

/** A screen of the back-office as “go to” finds it. */
export type Place = {
  title: string;
  type: "Screen" | "New";
  link: string;
  /** What else people call it, in lower case. */
  words: string;
  readers: Roles;
};

type Other = [link: string, title: string, permission: Permission, words: string];

/** Screens without a declared list. `tests/features/staff/places.test.ts` compares them with the route table. */
const OTHERS: readonly Other[] = [
  ["/admin", "Dashboard", "back-office.read", "home start overview today"],
  ["/admin/calendar", "Calendar", "back-office.read", "week schedule planned scheduled agenda ends"],
  ["/admin/changes", "Change log", "back-office.read", "history audit who edited versions activity"],
  [ANALYTICS_PATH, "Numbers", "payments.read", "analytics statistics revenue mrr churn paying figures"],
  ["/admin/payments/access", "Money and access", "payments.read", "reconciliation differences check unpaid"],
  [EDITIONS_PATH, "Newsletters", "newsletters.read", "editions sent emails mailing digest"],
  [`${EDITIONS_PATH}/add`, "Add a newsletter", "newsletters.write", "create new list subscribers"],
  [
    `${EDITIONS_PATH}/check`,
    "Check the sender",
    "newsletters.read",
    "spf dkim dmarc dns deliverability spam",
  ],
  [`${EDITIONS_PATH}/channels`, "Channels", "settings.write", "slack discord telegram post"],
  [`${EDITIONS_PATH}/channels/new`, "Add a channel", "settings.write", "slack discord telegram connect"],
  [
    `${EDITIONS_PATH}/suppressed`,
    "Suppressed addresses",
    "newsletters.read",
    "bounced complaints blocked email",
  ],
  ["/admin/manage-users/labels", "Labels", "members.read", "tags groups mark members merge"],
  ["/admin/manage-users/segments", "Segments", "members.read", "saved filter audience groups members lists"],
  ["/admin/manage-users/segments/new", "New segment", "members.write", "saved filter audience create add"],
  ["/admin/manage-users/import", "Imports", "member-imports.write", "import members csv upload file migrate"],
  ["/admin/profile-settings", "Profile", "back-office.read", "account my name own"],
  ["/admin/profile-settings/password", "Own password", "back-office.read", "change my password"],
  [
    "/admin/profile-settings/two-step",
    "Two-step sign-in",
    "two-step.write",
    "2fa mfa authenticator codes security",
  ],
  ["/admin/profile-settings/passkeys", "Passkeys", "two-step.write", "fingerprint security key webauthn"],
  ["/admin/profile-settings/devices", "Signed-in devices", "back-office.read", "sessions sign out logins"],
  ["/admin/settings/password", "Change Password", "admins.write", "superadmin own password"],
  [SETTINGS_PATHS.site, "Name, logo and colours", "settings.read", "site brand branding theme icon"],
  [SETTINGS_PATHS.seller, "Seller’s data", "settings.read", "vat tax company address invoice"],
  [SETTINGS_PATHS.texts, "Texts", "settings.read", "about contact privacy terms disclaimer legal pages"],
  [SETTINGS_PATHS.links, "Links", "settings.read", "extras footer academy community social"],
  [SETTINGS_PATHS.reading, "What readers see", "settings.read", "ads record holdings reading paywall"],
  [SETTINGS_PATHS.prices, "Prices", "settings.read", "quotes closes source feed"],
  [KEYS_PATH, "API keys", "keys.read", "token secret integration program credential"],
  [`${KEYS_PATH}/new`, "Create an API key", "keys.write", "add new token secret"],
  [WEBHOOKS_PATH, "Webhooks", "webhooks.write", "hook events notify program receiver deliveries"],
  [`${WEBHOOKS_PATH}/new`, "New webhook", "webhooks.write", "hook events add create receiver"],
  [
    "/admin/settings/invitations/new",
    "Invite an admin",
    "admins.write",
    "invite invitation staff editor colleague",
  ],
  ["/admin/manage-users/paste", "Paste members", "members.write", "spreadsheet excel rows bulk"],
  ["/admin/instruments/paste", "Paste instruments", "markets.write", "spreadsheet excel rows bulk symbols"],
];

const fromOthers = OTHERS.map(
  ([link, title, permission, words]): Place => ({
    title,
    type: "Screen",
    link,
    words,
    readers: rolesWith(permission),
  }),
);

/** A declared list, the form that adds to it, and the page that takes rows of a spreadsheet. */
function placesOf({ path, label, words, readers, resource }: Screen): Place[] {
  const link = `/admin/${path}`;
  const list: Place = { title: label, type: "Screen", link, words, readers };
  if (!("entity" in resource)) return [list];
  const { roles, form } = resource;
  const add = form?.add && { title: form.add.title, link: `${link}/new`, words: `new create write ${words}` };
  const paste = isResource(resource) &&
    isPasteable(resource) && {
      title: `Paste ${label}`,
      link: `${link}/paste`,
      words: `spreadsheet excel csv bulk ${words}`,
    };
  return [
    list,
    ...(add ? [{ ...add, type: "New" as const, readers: roles.write }] : []),
    ...(paste ? [{ ...paste, type: "Screen" as const, readers: roles.write }] : []),
  ];
}

/** Every screen of the back-office that an address without an ID opens. */
export const PLACES: readonly Place[] = [...SCREENS.flatMap(placesOf), ...fromOthers];

/** What this person may open. */
export const placesFor = (viewer: Narrowable): Place[] =>
  PLACES.filter(({ readers }) => can(viewer, readers.permission));

/** The screens of the menu’s last group, which the specification does not name. */
export const MORE: readonly string[] = [
  "/admin/market",
  "/admin/market-movers",
  "/admin/calls",
  "/admin/instruments",
  "/admin/price-sources",
  "/admin/pick-lists",
  "/admin/pictures",
  "/admin/coupons",
  ANALYTICS_PATH,
  "/admin/mails",
  EDITIONS_PATH,
  "/admin/manage-users/import",
  "/admin/calendar",
  "/admin/changes",
  "/admin/bin",
];
