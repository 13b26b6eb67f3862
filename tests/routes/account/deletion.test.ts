import { waitForMail } from "tests/support/mails";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { doesJobs: true });
});
afterAll(() => app.stop());

const get = (path: string, cookies: string) => app.request(path, { cookies });
const post = (path: string, body: Record<string, string>, cookies: string) =>
  app.request(path, { method: "POST", body, cookies });

async function isToBeDeleted(): Promise<boolean> {
  const query =
    "select 1 from members where email = 'premium@demo.test' and deletion_requested_at is not null";
  return (await app.sql(query)).length > 0;
}

/** One page per layout: site, account, sign-in, API reference and missing pages. */
const EVERY_FRAME = [
  "/",
  "/news",
  "/market",
  "/subscription",
  "/search?q=x",
  "/about",
  "/dashboard",
  "/dashboard/devices",
  "/referral",
  "/forget-password",
  "/resend-verification-email",
  "/api/docs",
  "/nowhere",
  "/news/nothing",
];

it("a requested deletion is shown on every page, and only the button cancels it, not signing in", async () => {
  let cookies = await app.cookiesOf("premium");
  const page = await (await get("/dashboard/deletion", cookies)).text();
  expect(page).toContain("Signing in alone does not keep the account");
  const requested = await post("/dashboard/deletion", { password: PASSWORD }, cookies);
  const toast = requested.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const signInPage = await (await app.request("/login", { cookies: toast.join("; ") })).text();
  expect(signInPage).toContain("To keep it, sign in before then and press &quot;Keep my account&quot;.");
  expect((await waitForMail("premium@demo.test", /will be deleted/)).text).toContain(
    "Signing in alone does not keep it",
  );
  cookies = await app.cookiesOf("premium");
  expect(await isToBeDeleted()).toBe(true);
  const hasNotice = async (path: string, as = cookies) =>
    /This account will be deleted[\s\S]*?action="\/dashboard\/deletion\/cancellation"[\s\S]*?Keep my account/.test(
      await (await get(path, as)).text(),
    );
  const others = await app.cookiesOf("private");
  for (const path of EVERY_FRAME) {
    // More visits than cached renders of one page, so that none shows another reader's.
    for (let visit = 0; visit < 5; visit += 1) {
      expect([path, await hasNotice(path, others)]).toEqual([path, false]);
      expect([path, await hasNotice(path, "")]).toEqual([path, false]);
      expect([path, await hasNotice(path)]).toEqual([path, true]);
    }
  }
  await post("/dashboard/deletion/cancellation", {}, cookies);
  for (const path of EVERY_FRAME) expect([path, await hasNotice(path)]).toEqual([path, false]);
});
