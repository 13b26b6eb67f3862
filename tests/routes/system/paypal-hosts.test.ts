import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { offerPackages, PREMIUM_ID } from "tests/support/purchases";
import { startTestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

/** The hosts of PayPal's API; developer.paypal.com, "API requests". */
const HOSTS = { sandbox: "https://api-m.sandbox.paypal.com", live: "https://api-m.paypal.com" } as const;
const PAGES = { sandbox: "https://www.sandbox.paypal.com", live: "https://www.paypal.com" } as const;
const CREDENTIALS = {
  PAYPAL_CLIENT_ID: "client-of-tests",
  PAYPAL_CLIENT_SECRET: "secret-of-tests",
  PAYPAL_WEBHOOK_ID: "webhook-of-tests",
};

const internet = setupServer();
const seen: { url: string; headers: Headers; body: string }[] = [];

beforeAll(() =>
  internet.listen({
    // Requests to the server itself are real; any other unexpected host is an error.
    onUnhandledRequest: ({ url }, print) => {
      if (new URL(url).hostname !== "127.0.0.1") print.error();
    },
  }),
);
beforeEach(() => {
  seen.length = 0;
  internet.resetHandlers();
});
afterAll(() => internet.close());

function answerAt(env: keyof typeof HOSTS): void {
  const note = async (request: Request) => {
    seen.push({ url: request.url, headers: request.headers, body: await request.clone().text() });
  };
  internet.use(
    http.post(`${HOSTS[env]}/v1/oauth2/token`, async ({ request }) => {
      await note(request);
      return HttpResponse.json({ access_token: `token-${env}`, expires_in: 32_400 });
    }),
    http.post(`${HOSTS[env]}/v2/checkout/orders`, async ({ request }) => {
      await note(request);
      const approve = `${PAGES[env]}/checkoutnow?token=5O190127TN364715T`;
      return HttpResponse.json(
        { id: "5O190127TN364715T", status: "CREATED", links: [{ rel: "approve", href: approve }] },
        { status: 201 },
      );
    }),
  );
}

describe.each(["sandbox", "live"] as const)("PAYPAL_ENV=%s", (env) => {
  it("requests token and order from PayPal's API and sends the buyer to PayPal's page", async () => {
    answerAt(env);
    const app = await startTestApp({ ...CREDENTIALS, PAYPAL_ENV: env });
    try {
      await offerPackages(app);
      const cookies = await app.cookiesOf("basic");
      const answer = await app.request("/subscription", {
        method: "POST",
        cookies,
        body: { packageId: PREMIUM_ID },
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe(`${PAGES[env]}/checkoutnow?token=5O190127TN364715T`);
      const [token, order] = seen;
      expect(seen.map(({ url }) => url)).toEqual([
        `${HOSTS[env]}/v1/oauth2/token`,
        `${HOSTS[env]}/v2/checkout/orders`,
      ]);
      const basic = Buffer.from("client-of-tests:secret-of-tests").toString("base64");
      expect(token?.headers.get("Authorization")).toBe(`Basic ${basic}`);
      expect(token?.body).toBe("grant_type=client_credentials");
      expect(order?.headers.get("Authorization")).toBe(`Bearer token-${env}`);
      const [row] = await app.sql<{ id: string }>("select id from orders");
      expect(order?.headers.get("PayPal-Request-Id")).toBe(`create-${row?.id}`);
      expect(order?.headers.get("Cookie")).toBeNull();
      const unit = JSON.parse(order?.body ?? "{}").purchase_units[0];
      expect(unit).toMatchObject({
        custom_id: row?.id,
        amount: { currency_code: "USD", value: "29.00" },
      });
    } finally {
      await app.stop();
    }
  });
});

it("a purchase fails with a message if PayPal is unreachable, and nothing is owed", async () => {
  internet.use(http.all(`${HOSTS.sandbox}/*`, () => HttpResponse.error()));
  const app = await startTestApp({ ...CREDENTIALS, PAYPAL_ENV: "sandbox" });
  try {
    await offerPackages(app);
    const answer = await app.request("/subscription", {
      method: "POST",
      cookies: await app.cookiesOf("basic"),
      body: { packageId: PREMIUM_ID },
    });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Failed to initiate subscription");
    expect(await app.sql("select id from payments")).toEqual([]);
  } finally {
    await app.stop();
  }
});
