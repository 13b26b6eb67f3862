import { type FakePayPal, startFakePayPal } from "tests/support/fake-paypal";
import {
  billingState,
  choosePackage,
  memberId,
  notification,
  offerPackages,
  PREMIUM_ID,
  resetPurchases,
} from "tests/support/purchases";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** Set before the first test of a file that calls `openShop`. */
export let paypal: FakePayPal;
export let app: TestApp;

/**
 * Runs the server and a provider for one file's tests. Each test begins with a Basic member without
 * purchases.
 * @param settings in addition to the provider's
 */
export function openShop(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    paypal = await startFakePayPal();
    app = await startTestApp({ ...paypal.env, ...settings }, { doesJobs: true });
    await offerPackages(app);
  });
  afterAll(async () => {
    await app.stop();
    await paypal.close();
  });
  beforeEach(() => resetPurchases(app, "basic"));
  afterEach(() => {
    for (const call of ["create", "order", "capture", "payment", "verify", "refund", "refunded"] as const)
      paypal.stubReply(call);
    paypal.captureStatus("COMPLETED");
    paypal.payer(undefined);
  });
}

/** Returns from the approval page. */
export async function returnFromPayPal(
  token: string,
  more: { as?: "basic" | "premium"; userId?: string; query?: string } = {},
) {
  const userId = more.userId ?? (await memberId(app, "basic"));
  const cookies = await app.cookiesOf(more.as ?? "basic");
  const path = `/subscription?userId=${userId}&packageId=${PREMIUM_ID}&token=${token}&PayerID=P1${more.query ?? ""}`;
  const answer = await app.request(path, { cookies });
  return { status: answer.status, location: answer.headers.get("Location"), toast: await toastOf(answer) };
}

/** The toast on the next page. */
async function toastOf(answer: Response): Promise<string> {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("openbell_toast="));
  if (!cookie) return "";
  const html = await (await app.request("/", { cookies: cookie.split(";")[0] ?? "" })).text();
  return /class="toast[^"]*"[^>]*>(.*?)<\/div>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, "") ?? "";
}

/** The Basic member's current access. */
export async function currentAccess() {
  const { subscription, days } = await billingState(app, "basic");
  return { subscription, days };
}

/** Buys a package as the Basic member. @returns the provider's order id */
export async function buy(packageId = PREMIUM_ID): Promise<string> {
  const token = await choosePackage(app, "basic", packageId);
  paypal.approve(token);
  await returnFromPayPal(token);
  return token;
}

/** Sends a notification signed by the provider. */
export const notify = (event: unknown) => app.request("/webhooks/paypal", notification(event));

/** Refunds an order in full at the provider and sends its notification. */
export function refund(order: string) {
  const capture = paypal.captureOf(order);
  if (capture) paypal.refund(capture);
  return notify({
    id: `WH-${order}`,
    event_type: "PAYMENT.CAPTURE.REFUNDED",
    resource: { id: "R", supplementary_data: { related_ids: { capture_id: capture } } },
  });
}
