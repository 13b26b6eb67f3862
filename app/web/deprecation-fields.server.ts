import { config } from "~/platform/config.server";
import type { Deprecation } from "./described-operation";
import type { RequestArgs } from "./request-args.server";

/** Whether a request uses what ends: the operation, or one of its parameters. */
const isUsed = ({ parameter }: Deprecation, { url }: Request): boolean =>
  parameter === undefined || new URL(url).searchParams.has(parameter);

/**
 * Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the reference to an answer of the API, if the request
 * uses what ends. Of several, the first to end counts.
 */
export function withDeprecationFields({ request, context }: RequestArgs, response: Response): Response {
  const operation = context.describedOperation?.();
  const [first] = (operation?.deprecations ?? [])
    .filter((each) => isUsed(each, request))
    .toSorted((a, b) => Date.parse(a.ends) - Date.parse(b.ends));
  const { headers } = response;
  if (!operation || !first || headers.has("Deprecation")) return response;
  headers.set("Deprecation", `@${Date.parse(first.since) / 1000}`);
  headers.set("Sunset", new Date(first.ends).toUTCString());
  headers.append(
    "Link",
    `<${config().publicUrl}/api/docs#${operation.name}>; rel="deprecation"; type="text/html"`,
  );
  return response;
}
