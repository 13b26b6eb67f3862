import { beforeAll, beforeEach } from "vitest";
import { memoizePerPerson } from "./memoize-per-person";
import { app, database, setUpApp } from "./running-app";
import type { Person } from "./test-app";

/** Set before the first test of a file with `setUpStaffApp`. */
let cookiesOf: (person: Person) => Promise<string>;

/** Runs the server for the tests of one file, with one session per caller. @param start as for `setUpApp` */
export function setUpStaffApp(...start: Parameters<typeof setUpApp>): void {
  setUpApp(...start);
  beforeAll(() => {
    cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));
  });
  beforeEach(() => database.rows("delete from rate_limits"));
}

/** The session cookie of a caller, for requests without form or JSON. */
export const staffCookies = (person: Person): Promise<string> => cookiesOf(person);

export const get = async (path: string, person: Person = "admin") =>
  app.request(path, { cookies: await cookiesOf(person) });

export const html = async (path: string, person: Person = "admin") =>
  unescapeHtml(await (await get(path, person)).text());

export const post = async (path: string, body: Record<string, string>, person: Person = "admin") =>
  app.request(path, { method: "POST", cookies: await cookiesOf(person), body });

/** An API request with a JSON body. */
export async function api(method: string, path: string, body?: unknown, person: Person = "admin") {
  const answer = await app.request(path, {
    method,
    cookies: await cookiesOf(person),
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}

/** The toast and the content of the page that a form redirects to. */
export async function followRedirect(response: Response, person: Person = "admin"): Promise<string> {
  const toast = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const cookies = [await cookiesOf(person), ...toast].join("; ");
  const page = await app.request(response.headers.get("Location") ?? "", { cookies });
  return unescapeHtml(await page.text());
}

/** The visible text: without React's comments between texts. */
const unescapeHtml = (text: string) =>
  text
    .replaceAll("<!-- -->", "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** A member with the address `<name>@demo.test`. @returns the id */
export async function memberIdOf(name: string): Promise<string> {
  const [found] = await database.rows<{ id: string }>("select id from members where email = ?", [
    `${name}@demo.test`,
  ]);
  return found?.id ?? "";
}
