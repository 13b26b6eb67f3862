import { randomUUID } from "node:crypto";
import { API_DESK, DESK, NO_SUCH_VERB, type Row } from "./outcomes";

const MEMBER = { firstname: "Another", lastname: "Member" };
const PASSWORD = { password: "a password of theirs" };

/** The same with an address that nobody has: each time it is read another one. */
const withEmail = <Values extends object>(values: Values): Values & { email: string } =>
  Object.defineProperty({ ...values, email: "" }, "email", {
    enumerable: true,
    get: () => `${randomUUID()}@demo.test`,
  });

/** Members behind the counter. */
export const people: Record<string, Row> = {
  "/admin/manage-users": {
    ...{ of: "members", GET: DESK },
    POST: { who: DESK, search: "?subscription={id}", body: { form: { subscription: "Private" } } },
  },
  "/admin/manage-users/new": {
    GET: DESK,
    POST: { who: DESK, body: { form: withEmail({ ...MEMBER, ...PASSWORD }) } },
  },
  "/admin/manage-users/export.csv": { GET: DESK },
  "/admin/manage-users/:id": {
    ...{ of: "members", GET: DESK },
    POST: { who: DESK, search: "?change=status", body: { form: { status: "inactive" } } },
  },
  "/admin/manage-users/:id/edit": {
    ...{ of: "members", GET: DESK },
    POST: { who: DESK, body: { form: MEMBER } },
  },
  "/admin/mails": { GET: DESK },
  "/admin/mails/export.csv": { GET: DESK },
  "/api/admin/get-users": { GET: API_DESK },
  "/api/admin/subscription/:id": {
    ...{ of: "members", GET: NO_SUCH_VERB },
    PUT: { who: API_DESK, body: { json: { subscription: "Private" } } },
  },
};
