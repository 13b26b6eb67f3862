import type { IncomingMessage } from "node:http";
import type { GuardResponse } from "./guard-response";
import { pathOf } from "./request-guards";
import type { RouteEntry } from "./route-table";

/**
 * Refuses a method that a page does not take, before Remix does it in sentences of its own and as an error. What answers
 * programs says itself which methods it takes.
 */
export function checkMethod(
  request: IncomingMessage,
  placeOf: (path: string) => RouteEntry | undefined,
): GuardResponse | undefined {
  const { method = "GET" } = request;
  if (method === "GET" || method === "HEAD") return undefined;
  const place = placeOf(pathOf(request));
  const allow = place && methodsOf(place);
  if (method === "OPTIONS")
    return { status: 204, message: "", headers: allow ? { Allow: allow.join(", ") } : {} };
  if (!allow || allow.includes(method)) return undefined;
  const taken = allow.join(", ");
  return { status: 405, message: `This address answers ${taken}.`, headers: { Allow: taken } };
}

/** Undefined where only the route itself knows, and for what there is not. */
function methodsOf({ pattern, page, acts }: RouteEntry): string[] | undefined {
  if (pattern === "/*" || (acts && !page)) return undefined;
  return acts ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}
