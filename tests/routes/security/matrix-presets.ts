import type { Body } from "tests/support/request-bodies";
import {
  API_MEMBERS,
  EVERYBODY,
  everybody,
  MISSING,
  membersHear,
  type Row,
  type Who,
  type Write,
} from "./outcomes";

export const reading: Row = { GET: EVERYBODY };

/** The list, form, delete and CSV of a record in the back-office. */
export const screens = (
  path: string,
  of: string,
  { write, remove = write, body }: { write: Who; remove?: Who; body: Body },
): Record<string, Row> => ({
  [`/admin/${path}`]: { of, GET: write, POST: { who: remove, search: "?delete={id}" } },
  [`/admin/${path}/new`]: { GET: write, POST: { who: write, body } },
  [`/admin/${path}/:id/edit`]: { of, GET: write, POST: { who: write, body } },
  [`/admin/${path}/export.csv`]: { GET: write },
});

/** The documented addresses of a record in the API. */
export const endpoints = (
  path: string,
  of: string,
  { write, remove = write, body }: { write: Who; remove?: Who; body: Body },
): Record<string, Row> => ({
  [`/api/${path}`]: { GET: EVERYBODY, POST: { who: write, body } },
  [`/api/${path}/admin`]: { GET: write },
  [`/api/${path}/:id`]: {
    of,
    GET: EVERYBODY,
    PUT: { who: write, body },
    DELETE: { who: remove },
  },
});

/** A sign-in's form, sent empty. */
export const emptySignIn: Write = {
  who: everybody(422),
  body: { form: { email: "", password: "" } },
  session: true,
};

/** Members who are signed in already are taken to where they were going. */
export const MEMBERS_ONWARDS: Partial<Who> = { basic: "in", premium: "in", "member bearer": "in" };

/** The same as a page, which sends whoever is signed in already to where they were going. */
export const emptySignInPage = (signedIn: Partial<Who>): Write => ({
  ...emptySignIn,
  who: { ...everybody(422), ...signedIn },
  asData: everybody(422),
});

/** Forms that anybody may send, sent with nothing in them. */
export const emptyForm = (...names: string[]): Write => ({
  who: everybody(422),
  body: { form: Object.fromEntries(names.map((name) => [name, ""])) },
});
export const emptyJson: Write = { who: everybody(422), body: { json: {} } };

/** A form of the member's account, sent with nothing in it. */
export const refusedToMembers = (form: Record<string, string>): Write => ({
  who: membersHear(422),
  body: { form },
});

export const signingOut: Write = { who: everybody("sign in"), session: true };

/** A purchase's call, sent empty: members are told what is missing. */
export const emptyPurchase: Write = {
  who: { ...API_MEMBERS, basic: 422, premium: 422, "member bearer": 422 },
  body: { json: {} },
};

/** What exists in the demo only; `of` is any table, its ids are nobody's orders. */
export const outsideTheDemo = (pattern: string): Record<string, Row> => {
  const gone: Write = { who: MISSING };
  return { [pattern]: { of: "members", GET: MISSING, POST: gone, PUT: gone, DELETE: gone } };
};
