import { randomUUID } from "node:crypto";
import { API_DESK, API_OWNER, DESK, NO_SUCH_VERB, OWNER, type Row, STAFF } from "./outcomes";

const MEMBER = { firstname: "Another", lastname: "Member" };
const ADMIN = { fullname: "Another Admin", role: "editor" };
const PASSWORD = { password: "a password of theirs" };
const NO_PASSWORDS = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** The same with an address that nobody has: each time it is read another one. */
const withEmail = <Values extends object>(values: Values): Values & { email: string } =>
  Object.defineProperty({ ...values, email: "" }, "email", {
    enumerable: true,
    get: () => `${randomUUID()}@demo.test`,
  });

/** Members and staff behind the counter, and what staff change about themselves. */
export const people: Record<string, Row> = {
  "/admin/manage-users": {
    of: "members",
    GET: DESK,
    POST: { who: DESK, search: "?subscription={id}", body: { form: { subscription: "Private" } } },
  },
  "/admin/manage-users/new": {
    GET: DESK,
    POST: { who: DESK, body: { form: withEmail({ ...MEMBER, ...PASSWORD }) } },
  },
  "/admin/manage-users/export.csv": { GET: DESK },
  "/admin/manage-users/:id": {
    of: "members",
    GET: DESK,
    POST: { who: DESK, search: "?change=status", body: { form: { status: "inactive" } } },
  },
  "/admin/manage-users/:id/edit": {
    of: "members",
    GET: DESK,
    POST: { who: DESK, body: { form: MEMBER } },
  },
  "/admin/manage-users/:id/tier": {
    of: "members",
    GET: DESK,
    search: "?to=Private",
    POST: { who: DESK, search: "?to=Private", body: { form: { subscription: "Private" } } },
  },
  "/admin/mails": { GET: DESK },
  "/admin/mails/export.csv": { GET: DESK },
  "/admin/settings": {
    of: "staff",
    GET: OWNER,
    POST: { who: OWNER, search: "?delete={id}" },
  },
  "/admin/settings/new": {
    GET: OWNER,
    POST: { who: OWNER, body: { form: withEmail({ ...ADMIN, ...PASSWORD }) } },
  },
  "/admin/settings/:id/edit": {
    of: "staff",
    GET: OWNER,
    POST: { who: OWNER, body: { form: withEmail({ ...ADMIN, password: "" }) } },
  },
  "/admin/settings/export.csv": { GET: OWNER },
  "/admin/settings/password": {
    GET: OWNER,
    POST: { who: { ...OWNER, superadmin: 422 }, body: { form: NO_PASSWORDS } },
  },
  "/admin/profile-settings": {
    GET: STAFF,
    POST: { who: STAFF, body: { form: { fullname: "Another Name" } } },
  },
  "/admin/profile-settings/password": {
    GET: STAFF,
    POST: {
      who: { ...STAFF, editor: 422, admin: 422, superadmin: 422, "staff bearer": 422 },
      body: { form: NO_PASSWORDS },
    },
  },
  "/admin/profile-settings/devices": {
    GET: STAFF,
    POST: { who: STAFF, body: { form: { device: "none" } }, session: true },
  },
  "/api/admin/get-users": { GET: API_DESK },
  "/api/admin/subscription/:id": {
    of: "members",
    GET: NO_SUCH_VERB,
    PUT: { who: API_DESK, body: { json: { subscription: "Private" } } },
  },
  "/api/auth/admin/getAllAdmin": { GET: API_OWNER },
  "/api/auth/admin/addAdmin": {
    GET: NO_SUCH_VERB,
    POST: { who: API_OWNER, body: { json: withEmail({ ...ADMIN, ...PASSWORD }) } },
  },
  "/api/auth/admin/updateAdmin/:id": {
    of: "staff",
    GET: NO_SUCH_VERB,
    PUT: { who: API_OWNER, body: { json: withEmail({ ...ADMIN, password: "" }) } },
  },
  "/api/auth/admin/deleteAdmin/:id?": {
    of: "staff",
    GET: NO_SUCH_VERB,
    DELETE: { who: API_OWNER },
  },
  "/api/auth/admin/changeSuperAdminPassword": {
    GET: NO_SUCH_VERB,
    PUT: { who: { ...API_OWNER, superadmin: 422 }, body: { json: NO_PASSWORDS } },
  },
};
