import type { Database } from "./database";
import type { Person, TestApp } from "./test-app";

/** Each caller and their credentials. */
export const CALLERS = [
  "visitor",
  "basic",
  "premium",
  "editor",
  "admin",
  "superadmin",
  "inactive staff",
  "member bearer",
  "staff bearer",
] as const;
export type Caller = (typeof CALLERS)[number];

export type Headers = Record<string, string>;

/** Headers of one caller from a new session. Inactive staff signed in while active. */
export async function signInHeaders(app: TestApp, database: Database, caller: Caller): Promise<Headers> {
  const cookies = async (person: Person) => ({ Cookie: await app.cookiesOf(person) });
  const bearer = async (person: Person) => ({ Authorization: `Bearer ${await app.tokenOf(person)}` });
  switch (caller) {
    case "visitor":
      return {};
    case "inactive staff":
      return signInWhileActive(database, "staff", "inactive-staff", () => cookies("inactive-staff"));
    case "member bearer":
      return bearer("premium");
    case "staff bearer":
      return bearer("admin");
    default:
      return cookies(caller);
  }
}

/** The headers of all callers. */
export async function headersByCaller(app: TestApp, database: Database): Promise<Record<Caller, Headers>> {
  const headers = {} as Record<Caller, Headers>;
  for (const caller of CALLERS) headers[caller] = await signInHeaders(app, database, caller);
  return headers;
}

/** Signs somebody in whose status forbids it, then restores the status. */
export async function signInWhileActive<Result>(
  database: Database,
  table: "staff" | "members",
  person: Person,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const email = `${person}@demo.test`;
  const [before] = await database.rows<{ status: string }>(`select status from ${table} where email = ?`, [
    email,
  ]);
  await database.rows(`update ${table} set status = 'active' where email = ?`, [email]);
  const result = await signIn();
  await database.rows(`update ${table} set status = ? where email = ?`, [before?.status, email]);
  return result;
}
