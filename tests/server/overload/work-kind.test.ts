import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { classifyWork } from "~/server/overload/work-kind";

const kindOf = (url: string) =>
  classifyWork({ url } as IncomingMessage, (path) => path === "/favicon.svg" || path.startsWith("/assets/"));

it.each(["/healthz", "/readyz", "/favicon.svg?v=2", "/assets/main-Bx.css"])("%s is never rejected", (url) => {
  expect(kindOf(url)).toBe("unlimited");
});

it.each([
  "/webhooks/paypal",
  "/api/subscription/captureOrder",
  "/subscription?token=5O190127TN364715T&userId=u&packageId=p",
  "/subscription?userId=u&token=5O190127TN364715T",
  "/subscription/success",
  "/demo/paypal/v2/checkout/orders/5O1/capture",
])("%s is part of a payment", (url) => {
  expect(kindOf(url)).toBe("paying");
});

it.each([
  "/",
  "/subscription",
  "/subscription?mytoken=1",
  "/subscription/success/more",
  "/api/subscription/captureOrders",
  "/news?token=1",
  "/login",
  "/healthz/more",
  "/favicon.ico",
])("%s is an ordinary page", (url) => {
  expect(kindOf(url)).toBe("page");
});
