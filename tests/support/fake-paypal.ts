import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;

/**
 * A test's own reply: a status with a body (an object as JSON, a text unchanged), no reply, or the
 * real reply so slowly that no client waits for its end.
 */
export type StubReply = (
  honest: Json,
) => { status?: number; body: Json | string } | "hang" | "hang up" | "drip";

/** Refuses a request with an error code and does nothing. */
export const refusal = (issue: string) => ({ refuses: issue });

export type PayPalCall = "create" | "order" | "capture" | "payment" | "verify" | "refund" | "refunded";

export type FakePayPal = {
  url: string;
  /** The environment of a server that uses this provider. */
  env: Record<string, string>;
  /** The number of requests by kind. */
  calls: Record<PayPalCall, number>;
  /** The number of real captures. */
  captureCount(): number;
  /** Approves an order as its buyer. */
  approve(orderId: string): void;
  /** Replaces the reply to this request from now on; without a stub it is real again. */
  stubReply(call: PayPalCall, stubReply?: StubReply | ReturnType<typeof refusal>): void;
  /** The status of future captures. */
  captureStatus(status: string): void;
  /** The paying account from now on; undefined if the provider omits it. */
  payer(id: string | undefined): void;
  refund(captureId: string): void;
  captureOf(orderId: string): string;
  /** Sets the status of one capture. */
  changeCapture(orderId: string, status: string): void;
  /** Sets the description of an order and its capture. */
  changeAmount(orderId: string, value: string): void;
  /** Refunds a part of an order's money at the provider. @returns the refund's id */
  refundPart(orderId: string, value: string): string;
  refundsOf(orderId: string): Json[];
  /** Refuses the next capture of an order with an error code, and takes no money. */
  refuseOnce(orderId: string, issue: string): void;
  /** Captures the money of an approved order without a request. */
  captureBehindOurBack(orderId: string): void;
  close(): Promise<void>;
};

type FakeOrder = {
  id: string;
  status: string;
  unit: Json & { custom_id: string; amount: Json };
  capture?: { id: string; status: string };
  refunded?: number;
  /** The error code that refuses its next capture. */
  refusal?: string;
  payerId?: string;
};

const MERCHANT = "MERCHANT1";

type FakeReply = { code: number; answer: Json };

const fakeError = (code: number, issue: string): FakeReply => ({
  code,
  answer: { name: issue, details: [{ issue }] },
});

const newId = (letter: string) => `${letter}${randomUUID().slice(0, 13).toUpperCase()}`;

/** The provider's books: orders and captured money. The request itself declares its signature valid or not. */
class FakePayPalOrders {
  private readonly orders = new Map<string, FakeOrder>();
  private readonly refunds = new Map<string, Json>();
  private readonly refundsByRequest = new Map<string, Json>();
  private status = "COMPLETED";
  payerId: string | undefined;
  captureCount = 0;

  answer(call: PayPalCall, id: string, body: Json, requestId = ""): FakeReply {
    if (call === "verify") {
      const verification_status = body.transmission_sig === "good" ? "SUCCESS" : "FAILURE";
      return { code: 200, answer: { verification_status } };
    }
    if (call === "create") return this.create(body);
    if (call === "refunded") {
      const refund = this.refunds.get(id);
      return refund ? { code: 200, answer: refund } : fakeError(404, "RESOURCE_NOT_FOUND");
    }
    const order = call === "payment" || call === "refund" ? this.orderOfCapture(id) : this.orders.get(id);
    if (!order) return fakeError(404, "RESOURCE_NOT_FOUND");
    if (call === "payment") return { code: 200, answer: captureJson(order) };
    if (call === "refund") return this.giveBack(order, body, requestId);
    return call === "order" ? { code: 200, answer: orderJson(order) } : this.capture(order);
  }

  order(id: string): FakeOrder {
    const order = this.orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
    return order;
  }

  /** Future captures and those still pending. */
  setCaptureStatus(next: string): void {
    this.status = next;
    for (const { capture } of this.orders.values()) if (capture?.status === "PENDING") capture.status = next;
  }

  refund(captureId: string): void {
    const { capture } = this.orderOfCapture(captureId) ?? {};
    if (capture) capture.status = "REFUNDED";
  }

  private giveBack(order: FakeOrder, body: Json, requestId: string): FakeReply {
    const same = this.refundsByRequest.get(requestId);
    if (same) return { code: 201, answer: same };
    const { capture, unit } = order;
    if (capture?.status === "REFUNDED") return fakeError(422, "CAPTURE_FULLY_REFUNDED");
    const left = Number(unit.amount.value) - (order.refunded ?? 0);
    const amount = (body.amount as Json | undefined) ?? { ...unit.amount, value: left.toFixed(2) };
    if (Number(amount.value) > left) return fakeError(422, "REFUND_AMOUNT_EXCEEDED");
    order.refunded = (order.refunded ?? 0) + Number(amount.value);
    if (capture) capture.status = Number(amount.value) === left ? "REFUNDED" : "PARTIALLY_REFUNDED";
    const links = [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${capture?.id}` }];
    const refund = { id: newId("R"), status: "COMPLETED", amount, links };
    this.refunds.set(refund.id, refund);
    this.refundsByRequest.set(requestId, refund);
    return { code: 201, answer: refund };
  }

  /** The refunds of an order, the newest last. */
  refundsOf(id: string): Json[] {
    const { capture } = this.order(id);
    return [...this.refunds.values()].filter((refund) =>
      JSON.stringify(refund.links).includes(capture?.id ?? "-"),
    );
  }

  /** Refunds a part without a request. */
  refundPart(id: string, value: string): string {
    const order = this.order(id);
    const { answer } = this.giveBack(order, { amount: { ...order.unit.amount, value } }, newId("Q"));
    return String(answer.id);
  }

  captureNow(id: string): void {
    this.capture(this.order(id));
  }

  private create(body: Json): FakeReply {
    const [unit] = body.purchase_units as FakeOrder["unit"][];
    if (!unit) return fakeError(422, "INVALID_REQUEST");
    const order: FakeOrder = { id: newId("O"), status: "CREATED", unit };
    this.orders.set(order.id, order);
    return { code: 201, answer: orderJson(order) };
  }

  private capture(order: FakeOrder): FakeReply {
    const { refusal } = order;
    delete order.refusal;
    if (refusal) return fakeError(422, refusal);
    if (order.status === "CREATED") return fakeError(422, "ORDER_NOT_APPROVED");
    if (order.status === "APPROVED") {
      this.captureCount += 1;
      order.status = "COMPLETED";
      order.capture = { id: newId("C"), status: this.status };
      order.payerId = this.payerId;
    }
    return { code: 201, answer: orderJson(order) };
  }

  private orderOfCapture(captureId: string): FakeOrder | undefined {
    return [...this.orders.values()].find(({ capture }) => capture?.id === captureId);
  }
}

const captureJson = (order: FakeOrder): Json => ({
  ...order.capture,
  amount: order.unit.amount,
  custom_id: order.unit.custom_id,
});

const orderJson = (order: FakeOrder): Json => ({
  id: order.id,
  status: order.status,
  ...(order.payerId ? { payer: { payer_id: order.payerId, email_address: "payer@example.com" } } : {}),
  purchase_units: [
    {
      ...order.unit,
      payee: { merchant_id: MERCHANT },
      ...(order.capture ? { payments: { captures: [captureJson(order)] } } : {}),
    },
  ],
  links: [{ rel: "approve", href: `https://www.sandbox.paypal.com/checkoutnow?token=${order.id}` }],
});

const payPalEnvironment = (url: string) => ({
  PAYPAL_API_URL: url,
  PAYPAL_CLIENT_ID: "id",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "HOOK1",
  PAYPAL_MERCHANT_ID: MERCHANT,
  PAYPAL_RECONCILE_SECONDS: "1",
});

/** A provider of Orders v2 with books of its own, which tests can make misbehave. */
export async function startFakePayPal(): Promise<FakePayPal> {
  const orders = new FakePayPalOrders();
  const stubs = new Map<PayPalCall, StubReply | ReturnType<typeof refusal>>();
  const calls: Record<PayPalCall, number> = {
    create: 0,
    order: 0,
    capture: 0,
    payment: 0,
    verify: 0,
    refund: 0,
    refunded: 0,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = request.url ?? "";
    if (path === "/v1/oauth2/token")
      return sendReply(response, 200, { access_token: "token", expires_in: 3600 });
    const { call, id } = callOf(path);
    calls[call] += 1;
    const stub = stubs.get(call);
    if (stub && "refuses" in stub) return sendReply(response, 422, fakeError(422, stub.refuses).answer);
    const { code, answer } = orders.answer(
      call,
      id,
      text ? (JSON.parse(text) as Json) : {},
      String(request.headers["paypal-request-id"] ?? ""),
    );
    const stubbed = stub?.(answer);
    if (stubbed === "hang") return;
    if (stubbed === "hang up") return void request.socket.destroy();
    if (stubbed === "drip") return drip(response, code, answer);
    sendReply(response, stubbed?.status ?? code, stubbed?.body ?? answer);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: payPalEnvironment(url),
    calls,
    captureCount: () => orders.captureCount,
    approve: (orderId) => {
      orders.order(orderId).status = "APPROVED";
    },
    stubReply: (call, stubReply) => (stubReply ? stubs.set(call, stubReply) : stubs.delete(call)),
    captureStatus: (next) => orders.setCaptureStatus(next),
    payer: (id) => {
      orders.payerId = id;
    },
    refund: (captureId) => orders.refund(captureId),
    captureOf: (orderId) => orders.order(orderId).capture?.id ?? "",
    changeCapture: (orderId, status) => {
      const { capture } = orders.order(orderId);
      if (capture) capture.status = status;
    },
    changeAmount: (orderId, value) => {
      const { unit } = orders.order(orderId);
      unit.amount = { ...unit.amount, value };
    },
    refundPart: (orderId, value) => orders.refundPart(orderId, value),
    refundsOf: (orderId) => orders.refundsOf(orderId),
    refuseOnce: (orderId, issue) => {
      orders.order(orderId).refusal = issue;
    },
    captureBehindOurBack: (orderId) => orders.captureNow(orderId),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function callOf(path: string): { call: PayPalCall; id: string } {
  const [, order, capture] = /^\/v2\/checkout\/orders\/([^/?]+)(\/capture)?/.exec(path) ?? [];
  if (order) return { call: capture ? "capture" : "order", id: order };
  const [, payment, refund] = /^\/v2\/payments\/captures\/([^/?]+)(\/refund)?/.exec(path) ?? [];
  if (payment) return { call: refund ? "refund" : "payment", id: payment };
  const [, refunded] = /^\/v2\/payments\/refunds\/([^/?]+)/.exec(path) ?? [];
  if (refunded) return { call: "refunded", id: refunded };
  return { call: path.includes("verify") ? "verify" : "create", id: "" };
}

function sendReply(response: ServerResponse, code: number, body: Json | string): void {
  response.writeHead(code, { "Content-Type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const DRIP_MS = 1_000;

/** One byte per second, until the client closes the connection. */
function drip(response: ServerResponse, code: number, body: Json): void {
  const letters = [...JSON.stringify(body)];
  response.writeHead(code, { "Content-Type": "application/json" });
  const dripping = setInterval(() => response.write(letters.shift() ?? " "), DRIP_MS);
  response.once("close", () => clearInterval(dripping));
}
