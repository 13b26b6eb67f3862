import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";

/** The demo's password. */
export const PASSWORD = "Openbell-demo-2026";

const STAFF = ["superadmin", "admin", "editor"];

/** Signs somebody in by the form and waits for the next page. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.goto(STAFF.includes(person) ? "/admin/login" : "/login");
  await fillSignIn(page, person);
}

/** Signs in on the current sign-in page. */
export async function fillSignIn(page: Page, person: string): Promise<void> {
  // With a selected plan, the page also has a registration form after the sign-in.
  await page.getByLabel("Email").first().fill(`${person}@demo.test`);
  await page.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
}

/** Gives a browser a session without the form, for tests of other subjects. */
export async function signInByApi(
  context: BrowserContext,
  person: string,
  address = STAFF.includes(person) ? "/api/auth/admin/login" : "/api/auth/user/login",
): Promise<void> {
  const response = await context.request.post(address, {
    data: { email: `${person}@demo.test`, password: PASSWORD },
  });
  if (!response.ok()) throw new Error(`${person} could not sign in: ${response.status()}`);
}

/**
 * Signs a new colleague in. Lists remember how a person looks at them, and many tests share the demo's staff: a test
 * that sorts, filters or pages does it as somebody of its own.
 */
export async function signInAsNewStaff(context: BrowserContext, role: "admin" | "editor"): Promise<void> {
  await signInByApi(context, "superadmin");
  const person = `lists-${randomUUID()}`;
  const data = { fullname: "Noor Haddad", email: `${person}@demo.test`, role, password: PASSWORD };
  const added = await context.request.post("/api/auth/admin/addAdmin", { data });
  if (!added.ok()) throw new Error(`${person} could not be added: ${added.status()}`);
  await context.clearCookies();
  await signInByApi(context, person, "/api/auth/admin/login");
}
