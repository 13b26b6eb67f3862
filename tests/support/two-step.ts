import { Secret, TOTP } from "otpauth";
import { app, database } from "./running-app";
import { PASSWORD } from "./test-app";

/** The cookies of a response as a browser sends them back, without deleted ones. */
export const cookiesFrom = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0\b/.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** The code of an authenticator app. @param seconds how far its clock is ahead @param now in milliseconds */
export const codeOf = (secret: string, seconds = 0, now = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + seconds * 1000 });

/** Sends the password form. */
export const sendPassword = (email: string, url = app.url, password = PASSWORD) =>
  fetch(new URL("/admin/login", url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, password }),
  });

/** Sends the code form with the cookie from the password form. */
export const sendCode = (cookies: string, code: string, url = app.url) =>
  fetch(new URL("/admin/login/second-step", url), {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookies },
    body: new URLSearchParams({ code }),
  });

const PAGE = "/admin/profile-settings/two-step";

/** Turns two-step sign-in on in the back-office. @returns the app's secret and the recovery codes */
export async function enableTwoStep(
  cookies: string,
): Promise<{ secret: string; codes: string[]; page: string }> {
  await app.request(PAGE, { method: "POST", cookies, body: { intent: "begin" } });
  const setupPage = await (await app.request(PAGE, { cookies })).text();
  const secret = (/<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(setupPage)?.[1] ?? "").replaceAll(" ", "");
  // A code of the previous step: the next code is newer.
  const body = { intent: "on", code: codeOf(secret, -30) };
  const page = await (await app.request(PAGE, { method: "POST", cookies, body })).text();
  return { secret, codes: codesIn(page), page };
}

export const codesIn = (page: string): string[] =>
  [...page.matchAll(/<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){3})<\/code>/g)].map(([, code = ""]) => code);

/** Resets everybody's sign-in to the password alone, and the rate limits. */
export async function forgetTwoStep(): Promise<void> {
  await database.rows("update staff set two_step_since = null");
  for (const table of ["two_step_secrets", "recovery_codes", "pending_sign_ins", "rate_limits"])
    await database.rows(`delete from ${table}`);
}
