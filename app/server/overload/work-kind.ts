import type { IncomingMessage } from "node:http";
import { PROBES } from "../cookie-trust";
import { pathOf } from "../request-guards";

/**
 * The kind of a request for admission. `paying`: in the middle of a payment; `unlimited`: almost free;
 * `page`: everything else.
 */
export type WorkKind = "page" | "paying" | "unlimited";

/**
 * Webhooks, captures, and the demo provider's requests for them. Money is involved, and a refused buyer may
 * have paid for nothing visible.
 */
const PAYING =
  /^\/(webhooks\/paypal|api\/subscription\/captureOrder|subscription\/success|demo\/paypal\/.*)$/;

/** The return from PayPal: `/subscription?token=…`. */
const isPurchaseReturn = (request: IncomingMessage, path: string): boolean =>
  path === "/subscription" && /[?&]token=/.test(request.url ?? "");

/** @param isFile whether a path is a file of the build or of `public` */
export function classifyWork(request: IncomingMessage, isFile: (path: string) => boolean): WorkKind {
  const path = pathOf(request);
  if (PROBES.has(path) || isFile(path)) return "unlimited";
  return PAYING.test(path) || isPurchaseReturn(request, path) ? "paying" : "page";
}
