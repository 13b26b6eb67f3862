import type { RequestBody } from "tests/support/request-bodies";
import type { GuardedAction, HOURLY_ACTIONS } from "~/auth/permissions.server";
import { MATRIX } from "./matrix";

export type Verb = "GET" | "POST" | "PUT" | "DELETE";

/** An address that performs a guarded action, and its body if that differs from the matrix's. */
export type Door = { at: `${Verb} /${string}`; search?: string; body?: RequestBody };

type Doors<Deed extends string> = Record<Deed, readonly Door[]>;

/** The form of a list with one ticked record. */
const VERSIONS: RequestBody = { form: { versions: "{id}:1" } };

/** A record's addresses: list, form and delete in the back-office. Rows without their own form count, too. */
const recordDoors = (path: string) => ({
  write: [
    { at: `POST /admin/${path}/new` },
    { at: `POST /admin/${path}/:id/edit` },
    { at: `POST /admin/${path}`, search: "?save={id}", body: { form: { version: "1" } } },
    { at: `POST /admin/${path}/selection`, search: "?id={id}&change=choose&value=x", body: VERSIONS },
    { at: `POST /admin/${path}/selection`, search: "?id={id}&change=publish", body: VERSIONS },
    { at: `POST /admin/${path}/selection`, search: "?matching=on&change=unpublish", body: VERSIONS },
  ] satisfies Door[],
  delete: [
    { at: `POST /admin/${path}` },
    { at: `POST /admin/${path}/selection`, search: "?id={id}&change=delete", body: VERSIONS },
    { at: `POST /admin/${path}/selection`, search: "?matching=on&change=delete", body: VERSIONS },
  ] satisfies Door[],
});

const PACKAGES = recordDoors("packages");
const COUPONS = recordDoors("coupons");

/** Every address of each guarded action. An action without address, or the reverse, fails the tests. */
export const GUARDED_DOORS: Doors<GuardedAction> = {
  "packages.write": [...PACKAGES.write, { at: "POST /api/packages" }, { at: "PUT /api/packages/:id" }],
  "packages.delete": [...PACKAGES.delete, { at: "DELETE /api/packages/:id" }],
  "coupons.write": [
    ...COUPONS.write,
    { at: "POST /api/coupons/admin" },
    { at: "PUT /api/coupons/admin/:id" },
  ],
  "coupons.delete": [...COUPONS.delete, { at: "DELETE /api/coupons/admin/:id" }],
  "seller.write": [
    { at: "POST /admin/settings/seller" },
    {
      at: "POST /admin/settings/seller",
      body: { form: { company: "C", address: "1 Row", taxId: "VAT GB 1", vatRate: "20", vatName: "VAT" } },
    },
    { at: "POST /admin/settings/site" },
  ],
  "payments.write": [
    { at: "POST /admin/payments/:id/refund", body: { form: { amount: "1", reason: "asked" } } },
  ],
  "findings.write": [{ at: "POST /admin/payments/access" }],
  "admins.write": [
    { at: "POST /admin/settings/new" },
    { at: "POST /admin/settings/:id/edit" },
    { at: "POST /admin/settings/:id/two-step" },
    { at: "POST /admin/settings/invitations/new" },
    { at: "POST /admin/settings/invitations/:id/mail" },
    { at: "POST /admin/settings/invitations/:id/revocation" },
    { at: "POST /api/auth/admin/addAdmin" },
    { at: "PUT /api/auth/admin/updateAdmin/:id" },
  ],
  "admins.delete": [{ at: "POST /admin/settings" }, { at: "DELETE /api/auth/admin/deleteAdmin/:id?" }],
  "members.export": [
    { at: "GET /admin/manage-users/export.csv" },
    { at: "GET /admin/manage-users/export.csv", search: "?as=data" },
    { at: "GET /admin/manage-users/import/:id/refused.csv" },
    { at: "GET /api/admin/get-users" },
  ],
  "payments.export": [
    { at: "GET /admin/payments/export.csv" },
    { at: "GET /admin/payments/export.csv", search: "?as=data" },
    { at: "GET /admin/numbers/export.csv" },
    { at: "GET /admin/numbers/locks.csv" },
    { at: "POST /api/subscription/payments" },
  ],
  "mails.export": [{ at: "GET /admin/mails/export.csv" }],
  "admins.export": [{ at: "GET /admin/settings/export.csv" }, { at: "GET /api/auth/admin/getAllAdmin" }],
  "members.delete": [
    { at: "POST /admin/manage-users/:id/deletion" },
    { at: "POST /admin/manage-users/:id/deletion/cancellation" },
  ],
  "member-addresses.write": [
    {
      at: "POST /admin/manage-users/:id/edit",
      body: { form: { firstname: "Ada", lastname: "Test", email: "taken-over@demo.test" } },
    },
  ],
  "member-imports.write": [
    { at: "GET /admin/manage-users/import" },
    { at: "POST /admin/manage-users/import" },
    { at: "POST /admin/manage-users/import/:id/run" },
    { at: "GET /admin/manage-users/import/:id/undo" },
    { at: "POST /admin/manage-users/import/:id/undo" },
    { at: "POST /admin/manage-users/import/:id/mails" },
  ],
  "member-views.write": [{ at: "POST /admin/manage-users/:id/view" }],
  "two-step.write": [
    { at: "POST /admin/profile-settings/passkeys" },
    { at: "POST /admin/profile-settings/passkeys/new" },
    { at: "POST /admin/profile-settings/two-step" },
    { at: "POST /admin/profile-settings/two-step", body: { form: { intent: "off", code: "123456" } } },
    { at: "POST /admin/profile-settings/two-step", body: { form: { intent: "codes", code: "123456" } } },
  ],
  "keys.write": [
    { at: "POST /admin/settings/keys/new" },
    { at: "POST /admin/settings/keys/:id" },
    { at: "POST /admin/settings/keys/:id/revocation" },
  ],
  "webhooks.write": [
    { at: "POST /admin/settings/webhooks/new" },
    { at: "POST /admin/settings/webhooks/:id" },
    { at: "POST /admin/settings/webhooks/:id", body: { form: { change: "disable" } } },
    { at: "POST /admin/settings/webhooks/:id/edit" },
    { at: "POST /admin/settings/webhooks/:id/deletion" },
  ],
};

/** Every address of the actions that need the password once an hour. */
export const HOURLY_DOORS: Doors<(typeof HOURLY_ACTIONS)[number]> = {
  "members.write": [
    { at: "POST /admin/manage-users/new" },
    { at: "POST /admin/manage-users/paste" },
    {
      at: "POST /admin/manage-users/paste",
      body: { form: { text: "Email\tFirst name\tLast name\nnew@demo.test\tAda\tNew", intent: "apply" } },
    },
    { at: "POST /admin/manage-users/:id/edit" },
    { at: "POST /admin/manage-users/:id/tier" },
    { at: "POST /admin/manage-users/subscriptions/:id" },
    { at: "POST /admin/manage-users/:id/subscription" },
    { at: "POST /admin/manage-users/:id/status" },
    { at: "POST /admin/manage-users/:id/verification" },
    { at: "POST /admin/manage-users/:id/devices" },
    { at: "POST /admin/manage-users/:id/mails" },
    { at: "POST /admin/manage-users/:id/labels" },
    { at: "POST /admin/manage-users/:id/password-link" },
    { at: "POST /admin/manage-users/labels" },
    { at: "POST /admin/manage-users/labels/:id" },
    { at: "POST /admin/manage-users/labels/:id", body: { form: { change: "delete" } } },
    { at: "POST /admin/manage-users/segments/new" },
    { at: "POST /admin/manage-users/segments/:id" },
    { at: "POST /admin/manage-users/segments/:id", body: { form: { change: "delete", version: "1" } } },
    { at: "POST /admin/manage-users/batches/new", search: "?change=end-access&id={id}" },
    { at: "POST /admin/manage-users/batches/:id" },
    { at: "POST /admin/manage-users/:id/notes" },
    { at: "POST /admin/manage-users/:id/notes/:noteId/deletion" },
    { at: "POST /admin/manage-users/:id/complimentary" },
    { at: "POST /admin/manage-users/import/:id" },
    { at: "POST /admin/manage-users/import/:id/cancellation" },
    { at: "PUT /api/admin/subscription/:id" },
  ],
};

export const patternOf = ({ at }: Door): string => at.slice(at.indexOf(" ") + 1);
export const verbOf = ({ at }: Door): Verb => at.slice(0, at.indexOf(" ")) as Verb;

/** Below these paths everything concerns money or people, so every write needs the password. */
export const ASKING_PLACES: readonly RegExp[] = [
  /^\/admin\/(packages|coupons|payments|manage-users|settings)(\/|$)/,
  /^\/api\/(packages|coupons|admin|auth\/admin)(\/|$)/,
];

/** Writes there without the password, with the reason. */
export const NOT_ASKED: Record<string, string> = {
  "POST /admin/settings/password": "has the password in its form",
  "PUT /api/auth/admin/changeSuperAdminPassword": "has the password in its body",
  "POST /api/auth/admin/login": "is where the password is given",
  "POST /admin/settings/links": "the owner's links: no money and no people",
  "POST /admin/settings/reading": "what readers see: no money and no people",
  "POST /admin/settings/prices": "which prices are asked about: no money and no people",
  "POST /admin/settings/texts/:page": "the owner's pages, with all their versions",
  "POST /admin/settings/texts/:page/versions/:number": "the owner's pages, with all their versions",
};

/** The matrix's addresses with their bodies. */
export const MATRIX_DOORS: readonly Door[] = Object.entries(MATRIX).flatMap(([pattern, row]) =>
  (["GET", "POST", "PUT", "DELETE"] as const)
    .filter((verb) => row[verb])
    .map((verb): Door => ({ at: `${verb} ${pattern}` as Door["at"] })),
);
