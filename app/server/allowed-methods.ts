import type { IncomingMessage } from "node:http";
import { describedMethods } from "~/features/api-description/described-methods.server";
import type { GuardResponse } from "./guard-response";
import { pathOf } from "./request-guards";
import type { RouteEntry } from "./route-table";

/**
 * Refuses a method that a page does not support, before Remix does so with its own message and as an error.
 * Programs' addresses check their methods themselves.
 */
export function checkMethod(
  request: IncomingMessage,
  placeOf: (path: string) => RouteEntry | undefined,
): GuardResponse | undefined {
  const { method = "GET" } = request;
  if (method === "GET" || method === "HEAD") return undefined;
  const place = placeOf(pathOf(request));
  if (method === "OPTIONS")
    return { status: 204, message: "", headers: place ? { Allow: allowedOptions(place).join(", ") } : {} };
  const allow = place && allowedMethods(place);
  if (!allow || allow.includes(method)) return undefined;
  const taken = allow.join(", ");
  return { status: 405, message: `This address accepts only ${taken}.`, headers: { Allow: taken } };
}

/** The methods for OPTIONS (RFC 9110, 9.3.7): those of the page, or of the API description. */
function allowedOptions(place: RouteEntry): readonly string[] {
  const described = describedMethods().get(place.pattern.replaceAll("?", "").toLowerCase());
  // Undocumented actions take POST.
  return (
    allowedMethods(place) ??
    described ?? [...(place.reads ? ["GET", "HEAD"] : []), ...(place.acts ? ["POST"] : [])]
  );
}

/** Undefined for missing pages and where only the route knows. */
function allowedMethods({ pattern, page, acts }: RouteEntry): string[] | undefined {
  if (pattern === "/*" || (acts && !page)) return undefined;
  return acts ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}
