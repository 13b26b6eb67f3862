import type { IncomingMessage } from "node:http";
import { describedMethods } from "~/features/api-description/described-methods.server";
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
  if (method === "OPTIONS")
    return { status: 204, message: "", headers: place ? { Allow: optionsOf(place).join(", ") } : {} };
  const allow = place && methodsOf(place);
  if (!allow || allow.includes(method)) return undefined;
  const taken = allow.join(", ");
  return { status: 405, message: `This address answers ${taken}.`, headers: { Allow: taken } };
}

/** What is told to who asks for the options of an address (RFC 9110, 9.3.7): what its page takes, or what the API describes. */
function optionsOf(place: RouteEntry): readonly string[] {
  const described = describedMethods().get(place.pattern.replaceAll("?", "").toLowerCase());
  // What acts undescribed is posted to.
  return (
    methodsOf(place) ??
    described ?? [...(place.reads ? ["GET", "HEAD"] : []), ...(place.acts ? ["POST"] : [])]
  );
}

/** Undefined where only the route itself knows, and for what there is not. */
function methodsOf({ pattern, page, acts }: RouteEntry): string[] | undefined {
  if (pattern === "/*" || (acts && !page)) return undefined;
  return acts ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}
