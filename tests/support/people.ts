import type { Person, TestApp } from "./app";
import type { Database } from "./database";

/** Who asks, and how they show it. */
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

const cookie = (cookies: string): Headers => (cookies ? { Cookie: cookies } : {});

/** What each caller sends with every request. Staff who are inactive signed in while they still were not. */
export async function callers(app: TestApp, database: Database): Promise<Record<Caller, Headers>> {
  const cookies = async (person: Person) => cookie(await app.cookiesOf(person));
  const bearer = async (person: Person) => ({ Authorization: `Bearer ${await app.tokenOf(person)}` });
  const [basic, premium, editor, admin, superadmin] = await Promise.all(
    (["basic", "premium", "editor", "admin", "superadmin"] as const).map(cookies),
  );
  return {
    visitor: {},
    basic: basic ?? {},
    premium: premium ?? {},
    editor: editor ?? {},
    admin: admin ?? {},
    superadmin: superadmin ?? {},
    "inactive staff": await whileActive(database, "staff", "inactive-staff", () => cookies("inactive-staff")),
    "member bearer": await bearer("premium"),
    "staff bearer": await bearer("admin"),
  };
}

/** Lets somebody sign in whom the status they have would refuse, then gives them that status back. */
export async function whileActive<Result>(
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
