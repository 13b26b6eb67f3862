import type { IncomingMessage } from "node:http";
import { PROBES } from "../cookie-trust";
import { pathOf } from "../request-guards";

/**
 * What a request is, to who decides whether there is room for it. `page` is everything that has no reason to be anything
 * else. `paying` is somebody in the middle of paying, `unlimited` what costs next to nothing.
 */
export type WorkKind = "page" | "paying" | "unlimited";

/**
 * The provider's notices, captures, and what a capture asks of the demo's provider. Money has been promised by then, and
 * whoever is turned away may have paid for nothing that they can see.
 */
const PAYING =
  /^\/(webhooks\/paypal|api\/subscription\/captureOrder|subscription\/success|demo\/paypal\/.*)$/;

/** The way back from the provider's page: `/subscription?token=…`. */
const isPurchaseReturn = (request: IncomingMessage, path: string): boolean =>
  path === "/subscription" && /[?&]token=/.test(request.url ?? "");

/** @param isFile whether a file of the build or of `public` lies at a path */
export function workKindOf(request: IncomingMessage, isFile: (path: string) => boolean): WorkKind {
  const path = pathOf(request);
  if (PROBES.has(path) || isFile(path)) return "unlimited";
  return PAYING.test(path) || isPurchaseReturn(request, path) ? "paying" : "page";
}
