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

/** What the button in the list's row of a published record sends. */
const DRAFT: RequestBody = { form: { version: "1", status: "draft" } };

/** The list, form, delete and CSV of a record in the back-office, and its publication where it has one. */
export const adminScreens = (
  path: string,
  table: string,
  { write, remove = write, body, publication, preview }: AdminScreens,
): Record<string, MatrixRow> => ({
  [`/admin/${path}`]: { table, GET: write, POST: { outcomes: remove, search: "?delete={id}" } },
  [`/admin/${path}/new`]: { GET: write, POST: { outcomes: write, body } },
  [`/admin/${path}/:id/edit`]: { table, GET: write, POST: { outcomes: write, body } },
  [`/admin/${path}/export.csv`]: { GET: write },
  // What it does to a record is tried for each kind in kit/selection.test.ts: an address alone names none.
  [`/admin/${path}/selection`]: {
    table,
    GET: write,
    POST: { outcomes: write, body: { form: {} }, readOnly: true },
  },
  ...(preview ? { [`/admin/${path}/:id/preview`]: { table, GET: write } } : {}),
  ...(publication
    ? { [`/admin/${path}/:id/publication`]: { table, GET: write, POST: { outcomes: write, body: DRAFT } } }
    : {}),
});

/** Where rows are pasted. Comparing them writes nothing; what is compared is written by the same action. */
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

/** A sign-in's form, sent empty. */
export const emptySignIn: MatrixWrite = {
  outcomes: forEveryone(422),
  body: { form: { email: "", password: "" } },
  session: true,
};

/** Members who are signed in already are taken to where they were going. */
export const MEMBERS_ONWARDS: Partial<OutcomeByCaller> = {
  basic: "in",
  premium: "in",
  "member bearer": "in",
};

/** The same as a page, which sends whoever is signed in already to where they were going. */
export const emptySignInPage = (signedIn: Partial<OutcomeByCaller>): MatrixWrite => ({
  ...emptySignIn,
  outcomes: { ...forEveryone(422), ...signedIn },
  asData: forEveryone(422),
});

/** Forms that anybody may send, sent with nothing in them. */
export const emptyForm = (...names: string[]): MatrixWrite => ({
  outcomes: forEveryone(422),
  body: { form: Object.fromEntries(names.map((name) => [name, ""])) },
});
export const emptyJson: MatrixWrite = { outcomes: forEveryone(422), body: { json: {} } };

/** A form of the member's account, sent with nothing in it. */
export const emptyMemberForm = (form: Record<string, string>): MatrixWrite => ({
  outcomes: membersGet(422),
  body: { form },
});

export const signOut: MatrixWrite = { outcomes: forEveryone("sign in"), session: true };

/** A purchase's call, sent empty: members are told what is missing. */
export const emptyPurchase: MatrixWrite = {
  outcomes: { ...API_MEMBERS, basic: 422, premium: 422, "member bearer": 422 },
  body: { json: {} },
};

/** What exists in the demo only; `of` is any table, its ids are nobody's orders. */
export const notFoundOutsideDemo = (pattern: string): Record<string, MatrixRow> => {
  const gone: MatrixWrite = { outcomes: NOT_FOUND };
  return { [pattern]: { table: "members", GET: NOT_FOUND, POST: gone, PUT: gone, DELETE: gone } };
};
