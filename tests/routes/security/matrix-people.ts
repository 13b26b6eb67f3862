import { randomUUID } from "node:crypto";
import { IMPORT_SEEN_AT } from "tests/support/record-factories";
import { pasteScreen } from "./matrix-presets";
import {
  ADMINS,
  ALL_STAFF,
  API_ADMINS,
  API_SUPERADMINS,
  adminsGet,
  type MatrixRow,
  METHOD_NOT_ALLOWED,
  PUBLIC,
  SUPERADMINS,
} from "./outcomes";

const MEMBER = { firstname: "Another", lastname: "Member" };
const ADMIN = { fullname: "Another Admin", role: "editor" };
const PASSWORD = { password: "a password of theirs" };
const NO_PASSWORDS = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** The same with an unused email address, a new one at each read. */
const withEmail = <Values extends object>(values: Values): Values & { email: string } =>
  Object.defineProperty({ ...values, email: "" }, "email", {
    enumerable: true,
    get: () => `${randomUUID()}@demo.test`,
  });

/** A title that no other newsletter has, at each reading. */
const NEWSLETTER = {
  get title() {
    return `A letter ${randomUUID()}`;
  },
  hint: "",
  senderName: "",
  senderAddress: "",
};
const PRIVATE = { form: { subscription: "Private" } };

/** Names that no other label or segment has, at each reading. */
const LABEL = {
  get label() {
    return `L ${randomUUID().slice(0, 30)}`;
  },
};
const SEGMENT = {
  get name() {
    return `A segment ${randomUUID()}`;
  },
  term: "running",
  version: "1",
};

/** Labels, segments and changes of many members. */
const deskRows: Record<string, MatrixRow> = {
  "/admin/manage-users/labels": { GET: ADMINS, POST: { outcomes: ADMINS, body: { form: LABEL } } },
  "/admin/manage-users/labels/:id": {
    table: "labels",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { change: "follow", segment: "" } } },
  },
  "/admin/manage-users/segments": { GET: ADMINS },
  "/admin/manage-users/segments/new": { GET: ADMINS, POST: { outcomes: ADMINS, body: { form: SEGMENT } } },
  "/admin/manage-users/segments/:id": {
    table: "segments",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: SEGMENT } },
  },
  "/admin/manage-users/batches/new": {
    search: "?change=end-access&matching=on",
    GET: ADMINS,
    POST: { outcomes: ADMINS, search: "?change=end-access&matching=on", body: { form: { label: "" } } },
  },
  "/admin/manage-users/batches/:id": {
    table: "member_batches",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { change: "cancel" } } },
  },
};

/** What one button changes about a member. The tests' member is active, verified and stays. */
const memberChangeRows: Record<string, MatrixRow> = {
  "/admin/manage-users/subscriptions/:id": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: PRIVATE },
  },
  "/admin/manage-users/:id/subscription": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: PRIVATE },
  },
  "/admin/manage-users/:id/status": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { status: "inactive" } } },
  },
  "/admin/manage-users/:id/verification": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: adminsGet(409) },
  },
  "/admin/manage-users/:id/deletion": {
    table: "members",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS },
  },
  "/admin/manage-users/:id/deletion/cancellation": {
    table: "members",
    GET: SUPERADMINS,
    POST: { outcomes: { ...SUPERADMINS, superadmin: 409 } },
  },
  "/admin/manage-users/:id/devices": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: {} } },
  },
  "/admin/manage-users/:id/labels": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: LABEL } },
  },
  "/admin/manage-users/:id/mails": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: adminsGet(404), body: { form: {} } },
  },
  "/admin/manage-users/:id/password-link": { table: "members", GET: ADMINS, POST: { outcomes: ADMINS } },
  "/admin/manage-users/:id/view": { table: "members", GET: SUPERADMINS, POST: { outcomes: SUPERADMINS } },
  "/admin/manage-users/:id/notes": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { text: "Called us" } } },
  },
  "/admin/manage-users/:id/notes/:noteId/deletion": {
    table: "members",
    parameters: { noteId: randomUUID() },
    GET: adminsGet(404),
    POST: { outcomes: adminsGet(404) },
  },
  "/admin/manage-users/:id/complimentary": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { tier: "Private", lastDay: "2126-08-14" } } },
  },
  "/admin/member-view/end": { GET: SUPERADMINS, POST: { outcomes: SUPERADMINS, session: true } },
};

/** A file of members is read and compared before anything is saved. */
const importRows: Record<string, MatrixRow> = {
  "/admin/manage-users/import": {
    GET: ADMINS,
    POST: {
      outcomes: ADMINS,
      body: { multipart: { file: new File(["email\nimported@demo.test"], "members.csv") } },
    },
  },
  "/admin/manage-users/import/:id": {
    table: "member_imports",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { "column-0": "email" } } },
  },
  "/admin/manage-users/import/:id/run": {
    table: "member_imports",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { seenAt: IMPORT_SEEN_AT } } },
  },
  "/admin/manage-users/import/:id/cancellation": {
    table: "member_imports",
    GET: ADMINS,
    POST: { outcomes: ADMINS },
  },
  // An import that was not saved has nobody to undo or to notify.
  "/admin/manage-users/import/:id/undo": {
    table: "member_imports",
    GET: ADMINS,
    POST: { outcomes: ADMINS, readOnly: true },
  },
  "/admin/manage-users/import/:id/mails": {
    table: "member_imports",
    GET: ADMINS,
    POST: { outcomes: ADMINS, readOnly: true },
  },
  "/admin/manage-users/import/:id/refused.csv": { table: "member_imports", GET: ADMINS },
};

const CHANNEL = {
  service: "slack",
  secret: "https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnop",
  name: "A channel",
  newsletters: "briefs",
  tier: "Basic",
  records: "sent",
};

/** Members and staff in the back-office, and what staff change about themselves. */
export const peopleRows: Record<string, MatrixRow> = {
  "/admin/manage-users": { table: "members", GET: ADMINS },
  "/admin/manage-users/new": {
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: withEmail({ ...MEMBER, ...PASSWORD }) } },
  },
  "/admin/manage-users/export.csv": { GET: ADMINS },
  "/admin/manage-users/paste": pasteScreen("Email\tFirst name\tLast name\nnew@demo.test\tAda\tNew"),
  ...importRows,
  ...deskRows,
  "/admin/manage-users/:id": {
    table: "members",
    GET: ADMINS,
  },
  ...memberChangeRows,
  "/admin/manage-users/:id/edit": {
    table: "members",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: MEMBER } },
  },
  "/admin/manage-users/:id/tier": {
    table: "members",
    GET: ADMINS,
    search: "?to=Private",
    POST: { outcomes: ADMINS, search: "?to=Private", body: { form: { subscription: "Private" } } },
  },
  "/admin/newsletters": {
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { newsletter: "news", automatic: "no" } } },
  },
  // Without a record in the address there is nothing to send.
  "/admin/newsletters/new": {
    table: "news",
    GET: adminsGet(404),
    POST: {
      outcomes: ADMINS,
      search: "?newsletter=news&record={id}",
      body: { form: { subject: "A subject", preview: "" } },
    },
  },
  "/admin/newsletters/add": {
    GET: ADMINS,
    POST: {
      outcomes: ADMINS,
      body: { form: NEWSLETTER },
    },
  },
  "/admin/newsletters/settings/:newsletter": {
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { senderName: "", senderAddress: "" } } },
    parameters: { newsletter: "briefs" },
  },
  "/admin/newsletters/preview": { GET: adminsGet(404) },
  "/admin/newsletters/check": { GET: ADMINS },
  "/admin/newsletters/channels": { GET: SUPERADMINS },
  "/admin/newsletters/channels/new": {
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: CHANNEL } },
  },
  "/admin/newsletters/channels/:id": {
    table: "channels",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: { change: "resume" } } },
  },
  "/admin/newsletters/channels/:id/edit": {
    table: "channels",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: { ...CHANNEL, secret: "", name: "Another channel" } } },
  },
  "/admin/newsletters/channels/:id/deletion": {
    table: "channels",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: {} } },
  },
  "/admin/newsletters/suppressed": {
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { email: "suppressed@demo.test", note: "By phone" } } },
  },
  "/admin/newsletters/:id": {
    table: "editions",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { change: "cancel" } } },
  },
  "/admin/mails": { GET: ADMINS },
  "/admin/mails/export.csv": { GET: ADMINS },
  "/admin/settings": {
    table: "staff",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, search: "?delete={id}" },
  },
  "/admin/settings/new": {
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: withEmail({ ...ADMIN, ...PASSWORD }) } },
  },
  "/admin/settings/:id/edit": {
    table: "staff",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: withEmail({ ...ADMIN, password: "" }) } },
  },
  // The tests' staff have two-step sign-in off: there is nothing to reset.
  "/admin/settings/:id/two-step": {
    table: "staff",
    GET: SUPERADMINS,
    // The record has neither two-step sign-in nor passkeys, so nothing changes.
    POST: { outcomes: SUPERADMINS, readOnly: true },
  },
  "/admin/settings/invitations/new": {
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS, body: { form: withEmail(ADMIN) } },
  },
  "/admin/settings/invitations/:id/mail": {
    table: "staff_invitations",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS },
  },
  "/admin/settings/invitations/:id/revocation": {
    table: "staff_invitations",
    GET: SUPERADMINS,
    POST: { outcomes: SUPERADMINS },
  },
  "/admin/settings/export.csv": { GET: SUPERADMINS },
  "/admin/settings/password": {
    GET: SUPERADMINS,
    POST: { outcomes: { ...SUPERADMINS, superadmin: 422 }, body: { form: NO_PASSWORDS } },
  },
  "/admin/profile-settings": {
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: { fullname: "Another Name" } } },
  },
  "/admin/profile-settings/password": {
    GET: ALL_STAFF,
    POST: {
      outcomes: { ...ALL_STAFF, editor: 422, admin: 422, superadmin: 422, "staff bearer": 422 },
      body: { form: NO_PASSWORDS },
    },
  },
  "/admin/profile-settings/two-step": {
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: { intent: "begin" } } },
  },
  "/admin/password-check": {
    GET: ALL_STAFF,
    POST: {
      outcomes: { ...ALL_STAFF, editor: 422, admin: 422, superadmin: 422, "staff bearer": 422 },
      body: { form: { currentPassword: "" } },
    },
  },
  "/admin/profile-settings/passkeys": {
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: { passkey: "none" } }, session: true },
  },
  "/admin/profile-settings/passkeys/new": {
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: { credential: "", name: "" } }, session: true },
  },
  "/admin/profile-settings/devices": {
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: { device: "none" } }, session: true },
  },
  "/api/admin/get-users": { GET: API_ADMINS },
  "/api/admin/get-users/:id": { table: "members", GET: API_ADMINS },
  "/api/admin/subscription/:id": {
    table: "members",
    GET: METHOD_NOT_ALLOWED,
    PUT: { outcomes: API_ADMINS, body: { json: { subscription: "Private" } } },
  },
  "/api/auth/session": {
    GET: METHOD_NOT_ALLOWED,
    DELETE: { outcomes: { ...PUBLIC, visitor: 401, "inactive staff": 401 }, session: true },
  },
  "/api/auth/admin/getAllAdmin": { GET: API_SUPERADMINS },
  "/api/auth/admin/addAdmin": {
    GET: METHOD_NOT_ALLOWED,
    POST: { outcomes: API_SUPERADMINS, body: { json: withEmail({ ...ADMIN, ...PASSWORD }) } },
  },
  "/api/auth/admin/updateAdmin/:id": {
    table: "staff",
    GET: METHOD_NOT_ALLOWED,
    PUT: { outcomes: API_SUPERADMINS, body: { json: withEmail({ ...ADMIN, password: "" }) } },
  },
  "/api/auth/admin/deleteAdmin/:id?": {
    table: "staff",
    GET: METHOD_NOT_ALLOWED,
    DELETE: { outcomes: API_SUPERADMINS },
  },
  "/api/auth/admin/changeSuperAdminPassword": {
    GET: METHOD_NOT_ALLOWED,
    PUT: { outcomes: { ...API_SUPERADMINS, superadmin: 422 }, body: { json: NO_PASSWORDS } },
  },
};
