import type { Queries } from "tests/support/postgres";
import { fromAnotherNetwork, jsonPost, sleep, timeRequest } from "./load";

/** The password of all accounts in the demo, and of those added to it. */
export const PASSWORD = "Openbell-demo-2026";

export type Signed = { cookies: string; token: string };

const SIGN_IN = { member: "/api/auth/user/login", staff: "/api/auth/admin/login" } as const;

/** A busy server asks to try again. */
const ATTEMPTS = 10;

/** @throws if the sign-in is refused */
export async function signIn(
  url: string,
  email: string,
  side: keyof typeof SIGN_IN = "member",
  password = PASSWORD,
): Promise<Signed> {
  const attempt = () => timeRequest(url + SIGN_IN[side], jsonPost({ email, password }, fromAnotherNetwork()));
  let reply = await attempt();
  for (let nth = 1; nth < ATTEMPTS && reply.status === 503; nth += 1) {
    await sleep(1_000);
    reply = await attempt();
  }
  if (reply.status !== 200) throw new Error(`${email} could not sign in: ${reply.status} ${reply.body}`);
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return { cookies: cookies.join("; "), token: (JSON.parse(reply.body) as { token: string }).token };
}

export type Member = { id: string; email: string };

/** Members without a plan. */
export function addMembers(queries: Queries, names: readonly string[]): Promise<Member[]> {
  const rows = names.map(() => "(?::text)").join(", ");
  return queries.run<Member>(
    `insert into members (id, firstname, lastname, email, password_hash, subscription, status, referral_code)
     select gen_random_uuid(), name, 'Tester', name || '@example.com', password_hash, 'Basic', 'active',
            upper('of-' || name)
       from (values ${rows}) as added (name), members where email = 'basic@demo.test'
     returning id, email`,
    names,
  );
}

/** Registers a member. @returns the reply and the email address */
export async function register(url: string, name: string) {
  const email = `${name}@example.com`;
  const form = { firstname: name, lastname: "Tester", email, password: `the password of ${name}` };
  const reply = await timeRequest(`${url}/api/auth/user/register`, jsonPost(form, fromAnotherNetwork()));
  return { email, reply };
}
