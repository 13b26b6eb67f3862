import { Secret, TOTP } from "otpauth";
import { app, database } from "./running-app";
import { PASSWORD } from "./test-app";

/** The cookies an answer sets, as a browser sends them back; those it takes away are left out. */
export const cookiesFrom = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0\b/.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** What an app shows. @param seconds how far its clock goes before ours */
export const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

/** Sends the password's page. */
export const sendPassword = (email: string, url = app.url, password = PASSWORD) =>
  fetch(new URL("/admin/login", url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, password }),
  });

/** Sends the code's page with the cookie that came with the password. */
export const sendCode = (cookies: string, code: string, url = app.url) =>
  fetch(new URL("/admin/login/second-step", url), {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookies },
    body: new URLSearchParams({ code }),
  });

const PAGE = "/admin/profile-settings/two-step";

/** EventLoopQueue it on in the back-office. @returns the app's secret and the recovery codes */
export async function turnOn(cookies: string): Promise<{ secret: string; codes: string[]; page: string }> {
  await app.request(PAGE, { method: "POST", cookies, body: { intent: "begin" } });
  const asked = await (await app.request(PAGE, { cookies })).text();
  const secret = (/<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(asked)?.[1] ?? "").replaceAll(" ", "");
  // Of the step before this one: the next code is a newer one.
  const body = { intent: "on", code: codeOf(secret, -30) };
  const page = await (await app.request(PAGE, { method: "POST", cookies, body })).text();
  return { secret, codes: codesIn(page), page };
}

export const codesIn = (page: string): string[] =>
  [...page.matchAll(/<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){3})<\/code>/g)].map(([, code = ""]) => code);

/** Makes everybody's sign-in one of the password alone again, and forgets what was counted. */
export async function forgetTwoStep(): Promise<void> {
  await database.rows("update staff set two_step_since = null");
  for (const table of ["two_step_secrets", "recovery_codes", "pending_sign_ins", "rate_limits"])
    await database.rows(`delete from ${table}`);
}
