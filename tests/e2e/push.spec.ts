import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { newestEmail } from "./inbox";
import { signInByApi } from "./people";

const PATH = "/dashboard/notifications";
const SECRET = "Only members read this name";

/** What a push service would give a browser. */
const subscription = () => ({
  endpoint: `https://93.184.215.14/${randomUUID()}`,
  p256dh: createECDH("prime256v1").generateKeys("base64url"),
  auth: randomBytes(16).toString("base64url"),
});

/** Headless Chromium has no push service and refuses notifications: these parts are played, all else is real. */
async function withPushService(page: Page): Promise<void> {
  const { endpoint, ...keys } = subscription();
  await page.addInitScript(
    (known) => {
      const made = { toJSON: () => known, unsubscribe: async () => true };
      const isOn = () => sessionStorage.getItem("push") === "on";
      Object.defineProperty(Notification, "permission", { get: () => (isOn() ? "granted" : "default") });
      Notification.requestPermission = async () => "granted";
      PushManager.prototype.getSubscription = async () => (isOn() ? (made as never) : null);
      PushManager.prototype.subscribe = async (options) => {
        if (!options?.userVisibleOnly || !options.applicationServerKey) throw new Error("No options");
        sessionStorage.setItem("push", "on");
        return made as never;
      };
    },
    { endpoint, keys },
  );
}

type Shown = { title: string; body: string; tag: string; data: { path: string }; close(): void };
type WorkerScope = {
  registration: {
    getNotifications(filter?: { tag: string }): Promise<Shown[]>;
    showNotification(title: string, options: Omit<Shown, "title" | "close">): Promise<void>;
  };
  clients: { openWindow(url: string): Promise<null> };
};

/** The service worker, whose notifications are kept instead of shown. */
async function keepingWorker(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("No service worker runs");
  await worker.evaluate(() => {
    const { registration } = self as unknown as WorkerScope;
    let list: Shown[] = [];
    registration.getNotifications = async () => list;
    registration.showNotification = async (title, { body, tag, data }) => {
      list = [...list.filter((other) => other.tag !== tag), { title, body, tag, data, close() {} }];
    };
  });
  return {
    shown: () => worker.evaluate(() => (self as unknown as WorkerScope).registration.getNotifications()),
    /** Presses the notification. @returns the page that the worker opens */
    press: () =>
      worker.evaluate(async () => {
        const { registration, clients } = self as unknown as WorkerScope;
        const opened = new Promise<string>((resolve) => {
          clients.openWindow = async (url) => {
            resolve(url);
            return null;
          };
        });
        const [notification] = await registration.getNotifications();
        const waitUntil = (work: Promise<unknown>) => void work;
        dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
        return opened;
      }),
  };
}

/** Delivers a push to the service worker as the browser does. */
async function deliver(page: Page, payload: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith("/push/"));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
  await session.detach();
}

async function sendAlert(staff: BrowserContext): Promise<string> {
  const alert = {
    ...{ ticker: "PUSHJ", name: SECRET, tag: "buy", targetPrice: 20, currentPrice: 10, stopLoss: 8 },
    ...{ holdingPeriod: "A year", analysis: "Its analysis.", status: "published" },
  };
  const made = await staff.request.post("/api/trade-alert", { data: alert });
  const { id } = (await made.json()) as { id: string };
  const sent = await staff.request.post(`/admin/newsletters/new?newsletter=alerts&record=${id}`, {
    form: { subject: SECRET, preview: "" },
  });
  expect(sent.ok()).toBe(true);
  return id;
}

test("a member turns notifications on, a device is notified of an alert without its name, and a press opens it @script", async ({
  page,
  browser,
}) => {
  const { baseURL } = test.info().project.use;
  await withPushService(page);
  await signInByApi(page.context(), "private");
  await page.goto(PATH);
  await page.getByRole("button", { name: "Turn on in this browser" }).click();
  await expect(page.getByText("Notifications are on in this browser.")).toBeVisible();
  const device = page.getByRole("row", { name: "This device" });
  await expect(device).toContainText("None yet");

  const staff = await browser.newContext({ baseURL });
  await signInByApi(staff, "admin");
  const id = await sendAlert(staff);
  const mail = await newestEmail(page, "private@demo.test", /^Notification on .+: New trade alert$/);
  expect(mail.text).toContain(`/trade-alert/${id}`);
  expect(mail.text).not.toContain(SECRET);
  await page.reload();
  await expect(device).not.toContainText("None yet");
  await staff.close();

  const { shown, press } = await keepingWorker(page.context());
  const payload = { kind: "alerts", one: "New trade alert", many: "New trade alerts", list: "/trade-alert" };
  const body = "Read it on Openbell.";
  await deliver(page, { ...payload, body, path: `/trade-alert/${id}` });
  const first = { title: "New trade alert", body, tag: "alerts", data: { path: `/trade-alert/${id}` } };
  await expect.poll(shown).toMatchObject([first]);
  expect(await press()).toBe(`${new URL(page.url()).origin}/trade-alert/${id}`);
  await deliver(page, { ...payload, body, path: `/trade-alert/${id}` });
  await deliver(page, { ...payload, body, path: "/trade-alert/2" });
  const several = { ...first, title: "New trade alerts", data: { path: "/trade-alert" } };
  await expect.poll(shown).toMatchObject([several]);
  await deliver(page, { ...payload, body, kind: "news", path: "https://elsewhere.example/" });
  await expect.poll(async () => (await shown()).length).toBe(2);

  await device.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The device will no longer receive notifications.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on in this browser" })).toBeVisible();
});

test("a browser that blocks notifications says so, and one of an iPhone names the home screen @script", async ({
  browser,
}) => {
  const { baseURL } = test.info().project.use;
  const { withoutSupport, blocked } = {
    blocked: () => {
      Object.defineProperty(Notification, "permission", { value: "denied" });
    },
    withoutSupport: () => {
      Reflect.deleteProperty(window, "PushManager");
    },
  };
  const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
  for (const [script, words, userAgent] of [
    [blocked, "This browser is blocking notifications from this site.", undefined],
    [withoutSupport, "This browser does not support notifications.", undefined],
    [withoutSupport, "first add this site to the home screen", iPhone],
  ] as const) {
    const context = await browser.newContext({ baseURL, userAgent });
    await context.addInitScript(script);
    await signInByApi(context, "premium");
    const page = await context.newPage();
    await page.goto(PATH);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on in this browser" })).toBeHidden();
    await context.close();
  }
});

test("the devices and their choice are forms, and the page says what turning on needs @no-script", async ({
  page,
}) => {
  await signInByApi(page.context(), "basic");
  await page.context().request.post(`${PATH}/devices`, { form: subscription() });
  await page.goto(PATH);
  await expect(page.locator("noscript p", { hasText: "allow JavaScript here" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on in this browser" })).toBeHidden();
  const section = page.locator("section", { hasText: "On your devices" }).last();
  await section.getByLabel("News").uncheck();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your choice was saved.")).toBeVisible();
  await expect(section.getByLabel("News")).not.toBeChecked();
  await expect(section.getByLabel("Daily briefs")).toBeChecked();
  await section.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("The device will no longer receive notifications.")).toBeVisible();
});
