import { expect, type Locator, type Page, test } from "@playwright/test";
import { SAVE } from "tests/support/save-button";
import { signInByApi } from "./people";

/** Errors in the page's console. React reports a page that differs from its own render. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

const settled = (page: Page) => page.waitForLoadState("networkidle");

/** React has hydrated a form that was touched. */
const isHydrated = (page: Page) =>
  page
    .locator("main form")
    .first()
    .evaluate((form) => Object.keys(form).some((key) => key.startsWith("__react")));
const hydrated = (page: Page) => expect.poll(() => isHydrated(page)).toBe(true);

type Holding = Window & { heldTasks?: (() => void)[] };

/** In the page: React's deferred tasks wait in `heldTasks` while that exists. */
function holdTasks() {
  const page = window as Holding;
  page.heldTasks = [];
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...message: unknown[]) {
    const begin = () => Reflect.apply(postMessage, this, message);
    if (page.heldTasks) page.heldTasks.push(begin);
    else begin();
  };
}

/** In the page: releases the waiting tasks. */
function beginTasks() {
  const page = window as Holding;
  const { heldTasks: held = [] } = page;
  page.heldTasks = undefined;
  for (const begin of held) begin();
}

test("a back-office form validates a field when it is left, and never before @script", async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await signInByApi(context, "admin");
  await page.goto("/admin/market/new");
  await settled(page);
  const form = page.getByRole("dialog");
  const last = form.getByLabel("Last", { exact: false }).first();
  await last.pressSequentially("twelve");
  await expect(form.getByText("Last must be a number")).toHaveCount(0);
  await last.press("Tab");
  await expect(form.getByText("Last must be a number")).toBeVisible();
  await expect(last).toHaveAttribute("aria-invalid", "true");
  await expect(last).toHaveAccessibleDescription(/^Last must be a number/);
  await last.fill("46,218.40");
  await expect(form.getByText("Last must be a number")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a field without changes is not validated @script", async ({ page, context }) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/news/new");
  await settled(page);
  const title = page.getByRole("dialog").getByLabel("Title");
  await title.focus();
  await title.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Title is required")).toHaveCount(0);
});

test("client-side errors send nothing and focus the first invalid field, and a correction clears its error @script", async ({
  page,
  context,
}) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/trade-alert/new");
  await settled(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    // Previews and drafts are sent in the meantime, to other addresses.
    const isForm = !request.url().includes("/admin/writing/");
    if (request.method() === "POST" && isForm) sent.push(request.url());
  });
  const form = page.getByRole("dialog");
  await form.getByText("More").click();
  await form.getByLabel("Stop loss").fill("low");
  await form.getByText("More").click();
  await form.getByLabel("Ticker").fill("SLOW");
  await form.getByLabel("Name").fill("Slow Motors");
  await form.getByLabel("Target price").fill("12");
  await form.getByLabel("Analysis").fill("It moves.");
  await page.getByRole("button", { name: SAVE }).click();
  await expect(
    page.getByRole("heading", { name: "Nothing was saved: one field needs another look" }),
  ).toBeVisible();
  await expect(form.getByLabel("Stop loss")).toBeFocused();
  await expect(page.getByRole("link", { name: "Stop loss must be a number" })).toHaveAttribute(
    "href",
    "#stopLoss",
  );
  expect(sent).toEqual([]);
  await page.keyboard.type("2");
  await form.getByLabel("Stop loss").fill("9");
  await expect(page.getByRole("heading", { name: /^Nothing was saved/ })).toHaveCount(0);
});

/** A quote whose high is below its low, which only the server finds. */
async function fillCrossedQuote(form: Locator): Promise<void> {
  await form.getByLabel("Name").fill("Crossed");
  await form.getByLabel("Last").fill("5");
  await form.getByLabel("High").fill("4");
  await form.getByLabel("Low").fill("9");
}

test("server-side errors return the form with its input, with and without script @both", async ({
  page,
  context,
}) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/market/new");
  const form = page.getByRole("dialog");
  await fillCrossedQuote(form);
  await page.getByRole("button", { name: SAVE }).click();
  await expect(page.getByRole("link", { name: "High must not be below Low" })).toBeVisible();
  await settled(page);
  await expect(form.getByLabel("Name")).toHaveValue("Crossed");
  await expect(form.getByLabel("Low")).toHaveValue("9");
  await expect(form.getByLabel("High")).toHaveAttribute("aria-invalid", "true");
});

test("registration shows the same errors with and without script @both", async ({ page }, { project }) => {
  await page.goto("/register");
  if (project.name === "script") {
    await settled(page);
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Email").press("Tab");
    await expect(page.getByText("Please enter a valid email")).toBeVisible();
  }
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(page.getByText("Last name is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Nora");
  if (project.name === "script") await expect(page.getByLabel("Last name")).toBeFocused();
});

test("a network failure is reported as one, and a retry returns to the form @script", async ({
  page,
  context,
}) => {
  await page.goto("/forget-password");
  await settled(page);
  await page.getByLabel("Email").fill("somebody@demo.test");
  await hydrated(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "The site could not be reached" })).toBeVisible();
  await expect(page.getByText(/Error \d|our side|this number/)).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("somebody@demo.test");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Password reset email sent!").first()).toBeVisible();
});

test("after a failed request only the password must be typed again @script", async ({ page, context }) => {
  await page.goto("/login");
  await settled(page);
  await page.getByLabel("Email").fill("somebody@demo.test");
  await page.locator("#password").fill("a long secret");
  await page.getByRole("button", { name: "Show password" }).click();
  await hydrated(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The site could not be reached" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("somebody@demo.test");
  await expect(page.locator("#password")).toHaveValue("");
});

test("a form that hydrates on first touch is complete before React loads @script", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/login");
  await settled(page);
  expect(requested.filter((path) => path.endsWith(".js"))).toEqual([
    expect.stringMatching(/^\/assets\/enhance-/),
  ]);
  // The field is left long before React has loaded.
  await page.route(/entry\.client/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Email").press("Tab");
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  expect(requested.some((path) => path.includes("entry.client"))).toBe(true);
  await expect(page.getByLabel("Email")).toHaveValue("nobody");
});

test("a key pressed before React's first task does not block a form's script @script", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.addInitScript(holdTasks);
  await page.goto("/register");
  await page.getByLabel("First name").focus();
  await expect.poll(() => page.evaluate(() => (window as Holding).heldTasks?.length)).toBeGreaterThan(0);
  await page.keyboard.press("Shift");
  await page.evaluate(beginTasks);
  await hydrated(page);
  expect(complaints).toEqual([]);
});

/**
 * In the page: runs tasks one by one until React has rendered the document, then sends the form before the
 * next task.
 */
async function sendAsSoonAsDrawn() {
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const root = () => Object.entries(document).find(([name]) => name.startsWith("__reactContainer"))?.[1];
  const isDrawn = () => (root() as Root | undefined)?.stateNode.current.memoizedState.isDehydrated === false;
  while (!isDrawn()) {
    (window as Holding).heldTasks?.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.querySelector<HTMLButtonElement>("main form [data-busy]")?.click();
}

test("a form sent during hydration shows its errors @script", async ({ page }) => {
  await page.addInitScript(holdTasks);
  await page.goto("/login");
  await page.getByLabel("Email").focus();
  await page.evaluate(sendAsSoonAsDrawn);
  await page.evaluate(beginTasks);
  await expect(page.getByText("Password is required")).toBeVisible();
});

test("a form sent before React has loaded shows its errors @script", async ({ page }) => {
  await page.route(/entry\.client/, (route) => route.abort());
  await page.goto("/login");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("nobody");
});

/** Aborts the loading of React in a page until it is allowed. */
async function holdReact(page: Page): Promise<{ allow: () => void }> {
  const held = { now: true };
  await page.route(/entry\.client/, (route) => (held.now ? route.abort() : route.continue()));
  return {
    allow: () => {
      held.now = false;
    },
  };
}

test("a refused form leaves the focus to a reader who was faster than React @script", async ({ page }) => {
  const react = await holdReact(page);
  await page.goto("/register");
  await page.getByLabel("Email").fill("nobody");
  // By the keyboard: a mouse on the form would load React as soon as the answer is there.
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  // The small script that waits for a touch has run.
  await settled(page);
  react.allow();
  const button = page.getByRole("button", { name: "Create account" });
  await button.hover();
  await page.mouse.down();
  await hydrated(page);
  await settled(page);
  await expect(button).toBeFocused();
  await page.mouse.up();
  await expect(page.getByLabel("First name")).toBeFocused();
});

test("a refused form that nobody uses yet takes the focus to its first wrong field @script", async ({
  page,
  context,
}) => {
  await signInByApi(context, "admin");
  const react = await holdReact(page);
  await page.goto("/admin/market/new");
  const form = page.getByRole("dialog");
  await fillCrossedQuote(form);
  react.allow();
  await form.getByLabel("Low").press("Enter");
  await expect(page.getByRole("link", { name: "High must not be below Low" })).toBeVisible();
  await expect(form.getByLabel("High")).toBeFocused();
});

/** React loads in a page only when `load` is called. */
async function delayReact(page: Page): Promise<{ load: () => void }> {
  let load = () => {};
  const isCalled = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/entry\.client/, async (route) => {
    await isCalled;
    await route.continue();
  });
  return { load };
}

test("texts changed before React has loaded stay changed @script", async ({ page, context }) => {
  await signInByApi(context, "superadmin");
  const data = { title: "Early", content: "The text of before.", category: "Energy", status: "draft" };
  const added = await context.request.post("/api/news", { data });
  const news = await delayReact(page);
  await page.goto(`/admin/news/${(await added.json())._id}/edit`, { waitUntil: "commit" });
  const content = page.getByRole("dialog").getByLabel("Content");
  await content.fill("The text of today.");
  news.load();
  await hydrated(page);
  await expect(content).toHaveValue("The text of today.");

  const [{ _id }] = await (await context.request.get("/api/packages")).json();
  await page.unroute(/entry\.client/);
  const plan = await delayReact(page);
  await page.goto(`/admin/packages/${_id}/edit`, { waitUntil: "commit" });
  await page.getByRole("dialog").locator(".list-editor textarea").fill("All briefs\nOne call a week");
  plan.load();
  await expect(page.getByRole("button", { name: "Remove One call a week" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
});

const offlineToast = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "You are offline. Nothing was sent" });

test("a long text is not sent offline, stays in the form, and leaving it asks first @script", async ({
  page,
  context,
}) => {
  await signInByApi(context, "admin");
  await page.goto("/admin/news/new");
  await settled(page);
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("Written on a train");
  await form.getByLabel("Content").fill("In a tunnel.");
  await form.getByLabel("Category").selectOption({ index: 1 });
  await context.setOffline(true);
  await page.getByRole("button", { name: SAVE }).click();
  await expect(offlineToast(page)).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue("Written on a train");
  const wasAsked = new Promise<boolean>((resolve) => {
    page.once("dialog", async (dialog) => {
      await dialog.dismiss();
      resolve(true);
    });
  });
  await page.getByRole("link", { name: "Cancel" }).click({ noWaitAfter: true });
  expect(await wasAsked).toBe(true);
  await context.setOffline(false);
  await expect(offlineToast(page)).toHaveCount(0);
});

test("a form on a page without React is not sent offline either @script", async ({ page, context }) => {
  await page.goto("/news");
  await context.setOffline(true);
  await page.locator("#q").fill("copper");
  await page.locator("#q").press("Enter");
  const words = offlineToast(page);
  await expect(words).toBeVisible();
  await expect(page).toHaveURL(/\/news$/);
  await expect(page.locator("#q")).toHaveValue("copper");
  await words.getByRole("button", { name: "Dismiss" }).click();
  await expect(words).toBeHidden();
});
