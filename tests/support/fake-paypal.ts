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

type Answer = { code: number; answer: Wire };

const refused = (code: number, issue: string): Answer => ({
  code,
  answer: { name: issue, details: [{ issue }] },
});

const newId = (letter: string) => `${letter}${randomUUID().slice(0, 13).toUpperCase()}`;

/** The provider's own books: orders, and the money that was really taken. Signatures are good when they say so. */
class Books {
  private readonly orders = new Map<string, Known>();
  private status = "COMPLETED";
  taken = 0;

  answer(call: Call, id: string, body: Wire): Answer {
    if (call === "verify") {
      const verification_status = body.transmission_sig === "good" ? "SUCCESS" : "FAILURE";
      return { code: 200, answer: { verification_status } };
    }
    if (call === "create") return this.create(body);
    const order = call === "payment" ? this.capturedAs(id) : this.orders.get(id);
    if (!order) return refused(404, "RESOURCE_NOT_FOUND");
    if (call === "payment") return { code: 200, answer: captureWire(order) };
    return call === "order" ? { code: 200, answer: orderWire(order) } : this.capture(order);
  }

  order(id: string): Known {
    const order = this.orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
    return order;
  }

  /** From now on, and for what is still pending. */
  setCaptureStatus(next: string): void {
    this.status = next;
    for (const { capture } of this.orders.values()) if (capture?.status === "PENDING") capture.status = next;
  }

  refund(captureId: string): void {
    const { capture } = this.capturedAs(captureId) ?? {};
    if (capture) capture.status = "REFUNDED";
  }

  private create(body: Wire): Answer {
    const [unit] = body.purchase_units as Known["unit"][];
    if (!unit) return refused(422, "INVALID_REQUEST");
    const order: Known = { id: newId("O"), status: "CREATED", unit };
    this.orders.set(order.id, order);
    return { code: 201, answer: orderWire(order) };
  }

  private capture(order: Known): Answer {
    if (order.status === "CREATED") return refused(422, "ORDER_NOT_APPROVED");
    if (order.status === "APPROVED") {
      this.taken += 1;
      order.status = "COMPLETED";
      order.capture = { id: newId("C"), status: this.status };
    }
    return { code: 201, answer: orderWire(order) };
  }

  private capturedAs(captureId: string): Known | undefined {
    return [...this.orders.values()].find(({ capture }) => capture?.id === captureId);
  }
}

const captureWire = (order: Known): Wire => ({
  ...order.capture,
  amount: order.unit.amount,
  custom_id: order.unit.custom_id,
});

const orderWire = (order: Known): Wire => ({
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

const environmentOf = (url: string) => ({
  PAYPAL_API_URL: url,
  PAYPAL_CLIENT_ID: "id",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "HOOK1",
  PAYPAL_MERCHANT_ID: MERCHANT,
  PAYPAL_RECONCILE_SECONDS: "1",
});

/** A provider of Orders v2 that keeps its own books and can be made to lie. */
export async function fakePayPal(): Promise<FakePayPal> {
  const books = new Books();
  const twists = new Map<Call, Twist>();
  const calls: Record<Call, number> = { create: 0, order: 0, capture: 0, payment: 0, verify: 0 };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = request.url ?? "";
    if (path === "/v1/oauth2/token") return reply(response, 200, { access_token: "token", expires_in: 3600 });
    const { call, id } = callOf(path);
    calls[call] += 1;
    const { code, answer } = books.answer(call, id, text ? (JSON.parse(text) as Wire) : {});
    const twisted = twists.get(call)?.(answer);
    if (twisted === "hang") return;
    if (twisted === "hang up") return void request.socket.destroy();
    reply(response, twisted?.status ?? code, twisted?.body ?? answer);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: environmentOf(url),
    calls,
    taken: () => books.taken,
    approve: (orderId) => {
      books.order(orderId).status = "APPROVED";
    },
    twist: (call, twist) => (twist ? twists.set(call, twist) : twists.delete(call)),
    captureStatus: (next) => books.setCaptureStatus(next),
    refund: (captureId) => books.refund(captureId),
    captureOf: (orderId) => books.order(orderId).capture?.id ?? "",
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
