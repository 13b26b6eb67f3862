import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Wire = Record<string, unknown>;

/** What a test wants to be answered instead: a status with a body (an object as JSON, a text as it is), or nothing. */
export type Twist = (honest: Wire) => { status?: number; body: Wire | string } | "hang" | "hang up";

export type Call = "create" | "order" | "capture" | "payment" | "verify";

export type FakePayPal = {
  url: string;
  /** The environment of a server that pays here. */
  env: Record<string, string>;
  /** How often each was called. */
  calls: Record<Call, number>;
  /** How often money was really taken. */
  taken(): number;
  /** The buyer presses the button. */
  approve(orderId: string): void;
  /** Answers this call otherwise from now on; without a twist honestly again. */
  twist(call: Call, twist?: Twist): void;
  /** The status that captures have from now on. */
  captureStatus(status: string): void;
  refund(captureId: string): void;
  captureOf(orderId: string): string;
  close(): Promise<void>;
};

type Known = {
  id: string;
  status: string;
  unit: Wire & { custom_id: string; amount: Wire };
  capture?: { id: string; status: string };
};

const MERCHANT = "MERCHANT1";

/** A provider of Orders v2 that keeps its own books and can be made to lie. Signatures are good when they say so. */
export async function fakePayPal(): Promise<FakePayPal> {
  const orders = new Map<string, Known>();
  const twists = new Map<Call, Twist>();
  const calls: Record<Call, number> = { create: 0, order: 0, capture: 0, payment: 0, verify: 0 };
  let status = "COMPLETED";
  let taken = 0;

  const wire = (order: Known): Wire => ({
    id: order.id,
    status: order.status,
    purchase_units: [
      {
        ...order.unit,
        payee: { merchant_id: MERCHANT },
        ...(order.capture ? { payments: { captures: [captureWire(order)] } } : {}),
      },
    ],
    links: [{ rel: "approve", href: `https://www.sandbox.paypal.com/checkoutnow?token=${order.id}` }],
  });
  const captureWire = (order: Known): Wire => ({
    ...order.capture,
    amount: order.unit.amount,
    custom_id: order.unit.custom_id,
  });
  const refused = (code: number, issue: string) => ({ code, answer: { name: issue, details: [{ issue }] } });

  function answerOf(call: Call, id: string, body: Wire): { code: number; answer: Wire } {
    if (call === "verify") {
      return {
        code: 200,
        answer: { verification_status: body.transmission_sig === "good" ? "SUCCESS" : "FAILURE" },
      };
    }
    if (call === "create") {
      const [unit] = body.purchase_units as Known["unit"][];
      if (!unit) return refused(422, "INVALID_REQUEST");
      const order: Known = { id: `O${randomUUID().slice(0, 13).toUpperCase()}`, status: "CREATED", unit };
      orders.set(order.id, order);
      return { code: 201, answer: wire(order) };
    }
    const order = [...orders.values()].find((known) =>
      call === "payment" ? known.capture?.id === id : known.id === id,
    );
    if (!order) return refused(404, "RESOURCE_NOT_FOUND");
    if (call === "payment") return { code: 200, answer: captureWire(order) };
    if (call === "order") return { code: 200, answer: wire(order) };
    if (order.status === "CREATED") return refused(422, "ORDER_NOT_APPROVED");
    if (order.status === "APPROVED") {
      taken += 1;
      order.status = "COMPLETED";
      order.capture = { id: `C${randomUUID().slice(0, 13).toUpperCase()}`, status };
    }
    return { code: 201, answer: wire(order) };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = request.url ?? "";
    if (path === "/v1/oauth2/token") return reply(response, 200, { access_token: "token", expires_in: 3600 });
    const { call, id } = callOf(path);
    calls[call] += 1;
    const { code, answer } = answerOf(call, id, text ? (JSON.parse(text) as Wire) : {});
    const twisted = twists.get(call)?.(answer);
    if (twisted === "hang") return;
    if (twisted === "hang up") return void request.socket.destroy();
    reply(response, twisted?.status ?? code, twisted?.body ?? answer);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const known = (orderId: string): Known => {
    const order = orders.get(orderId);
    if (!order) throw new Error(`No order ${orderId}`);
    return order;
  };
  return {
    url,
    env: {
      ...{ PAYPAL_API_URL: url, PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret" },
      ...{ PAYPAL_WEBHOOK_ID: "HOOK1", PAYPAL_MERCHANT_ID: MERCHANT, PAYPAL_RECONCILE_SECONDS: "1" },
    },
    calls,
    taken: () => taken,
    approve: (orderId) => {
      known(orderId).status = "APPROVED";
    },
    twist: (call, twist) => (twist ? twists.set(call, twist) : twists.delete(call)),
    captureStatus: (next) => {
      status = next;
      for (const { capture } of orders.values()) if (capture?.status === "PENDING") capture.status = next;
    },
    refund: (captureId) => {
      for (const { capture } of orders.values()) if (capture?.id === captureId) capture.status = "REFUNDED";
    },
    captureOf: (orderId) => known(orderId).capture?.id ?? "",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function callOf(path: string): { call: Call; id: string } {
  const [, order, capture] = /^\/v2\/checkout\/orders\/([^/?]+)(\/capture)?/.exec(path) ?? [];
  if (order) return { call: capture ? "capture" : "order", id: order };
  const [, payment] = /^\/v2\/payments\/captures\/([^/?]+)/.exec(path) ?? [];
  if (payment) return { call: "payment", id: payment };
  return { call: path.includes("verify") ? "verify" : "create", id: "" };
}

function reply(response: ServerResponse, code: number, body: Wire | string): void {
  response.writeHead(code, { "Content-Type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
