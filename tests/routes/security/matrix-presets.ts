import type { RequestBody } from "tests/support/request-bodies";
import {
  ADMINS,
  API_MEMBERS,
  forEveryone,
  type MatrixRow,
  type MatrixWrite,
  membersGet,
  NOT_FOUND,
  type OutcomeByCaller,
  PUBLIC,
} from "./outcomes";

export const publicPage: MatrixRow = { GET: PUBLIC };

type AdminScreens = {
  write: OutcomeByCaller;
  remove?: OutcomeByCaller;
  body: RequestBody;
  publication?: true;
  preview?: true;
};

/** The body of the publish button in the row of a published record. */
const DRAFT: RequestBody = { form: { version: "1", status: "draft" } };

/** A line of a review. */
const COMMENT: RequestBody = { form: { change: "comment", body: "Which year?" } };

/** The list, form, delete and CSV of a record in the back-office, and its publication if it has one. */
export const adminScreens = (
  path: string,
  table: string,
  { write, remove = write, body, publication, preview }: AdminScreens,
): Record<string, MatrixRow> => ({
  [`/admin/${path}`]: { table, GET: write, POST: { outcomes: remove, search: "?delete={id}" } },
  [`/admin/${path}/new`]: { GET: write, POST: { outcomes: write, body } },
  [`/admin/${path}/:id/edit`]: { table, GET: write, POST: { outcomes: write, body } },
  [`/admin/${path}/export.csv`]: { GET: write },
  // kit/selection.test.ts tests its effect for each kind: an address alone names no record.
  [`/admin/${path}/selection`]: {
    table,
    GET: write,
    POST: { outcomes: write, body: { form: {} }, readOnly: true },
  },
  ...(preview ? { [`/admin/${path}/:id/preview`]: { table, GET: write } } : {}),
  ...(publication
    ? {
        [`/admin/${path}/:id/publication`]: { table, GET: write, POST: { outcomes: write, body: DRAFT } },
        [`/admin/${path}/:id/review`]: { table, GET: write, POST: { outcomes: write, body: COMMENT } },
      }
    : {}),
});

/** Where rows are pasted. Comparing writes nothing; the same action saves the compared rows. */
export const pasteScreen = (text: string): MatrixRow => ({
  GET: ADMINS,
  POST: { outcomes: ADMINS, body: { form: { text, intent: "compare" } }, readOnly: true },
});

/** The documented addresses of a record in the API. */
export const apiEndpoints = (
  path: string,
  table: string,
  { write, remove = write, body }: { write: OutcomeByCaller; remove?: OutcomeByCaller; body: RequestBody },
): Record<string, MatrixRow> => ({
  [`/api/${path}`]: { GET: PUBLIC, POST: { outcomes: write, body } },
  [`/api/${path}/admin`]: { GET: write },
  [`/api/${path}/:id`]: {
    table,
    GET: PUBLIC,
    PUT: { outcomes: write, body },
    DELETE: { outcomes: remove },
  },
});

/** A sign-in form without values. */
export const emptySignIn: MatrixWrite = {
  outcomes: forEveryone(422),
  body: { form: { email: "", password: "" } },
  session: true,
};

/** Signed-in members are redirected to their destination. */
export const MEMBERS_ONWARDS: Partial<OutcomeByCaller> = {
  basic: "in",
  premium: "in",
  "member bearer": "in",
};

/** The same as a page, which redirects signed-in members to their destination. */
export const emptySignInPage = (signedIn: Partial<OutcomeByCaller>): MatrixWrite => ({
  ...emptySignIn,
  outcomes: { ...forEveryone(422), ...signedIn },
  asData: forEveryone(422),
});

/** Forms open to everybody, without values. */
export const emptyForm = (...names: string[]): MatrixWrite => ({
  outcomes: forEveryone(422),
  body: { form: Object.fromEntries(names.map((name) => [name, ""])) },
});
export const emptyJson: MatrixWrite = { outcomes: forEveryone(422), body: { json: {} } };

/** A form of the member's account, without values. */
export const emptyMemberForm = (form: Record<string, string>): MatrixWrite => ({
  outcomes: membersGet(422),
  body: { form },
});

export const signOut: MatrixWrite = { outcomes: forEveryone("sign in"), session: true };

/** A purchase request without values: members get an error message. */
export const emptyPurchase: MatrixWrite = {
  outcomes: { ...API_MEMBERS, basic: 422, premium: 422, "member bearer": 422 },
  body: { json: {} },
};

/** Addresses of the demo; `of` is any table, because its ids belong to no order. */
export const notFoundOutsideDemo = (pattern: string): Record<string, MatrixRow> => {
  const gone: MatrixWrite = { outcomes: NOT_FOUND };
  return { [pattern]: { table: "members", GET: NOT_FOUND, POST: gone, PUT: gone, DELETE: gone } };
};
