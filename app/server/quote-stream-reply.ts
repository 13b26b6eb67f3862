import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import type { Sink } from "~/features/markets/stream/listeners.server";
import { quoteStream } from "~/features/markets/stream/quote-stream.server";
import { STREAM_HEADERS, STREAM_PATTERN } from "~/features/markets/stream/stream.rules";
import { type Asked, readAsked } from "~/features/markets/stream/stream-request.server";
import type { Config } from "~/platform/config.server";
import { apiReply } from "~/web/api-replies.server";
import { networkPrefix } from "~/web/rate-limits.server";
import { RETRY_AFTER_SECONDS } from "~/web/report-failure.server";
import { errorReply } from "./error-reply";
import { requestWithoutBody, sendResponse } from "./remix-handler";
import { contextOf } from "./request-context";
import { pathOf } from "./request-guards";

const REFUSALS = {
  429: "Too many streams are open from your address, or with your key or session.",
  503: "All streams of this server are taken. Please try again soon.",
};

/** Whether a request opens a stream: browsers' `EventSource` asks for this type. */
export const opensStream = (request: IncomingMessage, pattern: string | undefined): boolean =>
  request.method === "GET" &&
  pattern === STREAM_PATTERN &&
  !pathOf(request).endsWith(".data") &&
  (request.headers.accept ?? "").includes("text/event-stream");

/**
 * Sends the quotes as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Remix is
 * passed by: a stream costs a listener's place in a feed, and is no work under way.
 */
export async function quoteStreamReply(
  request: IncomingMessage,
  response: ServerResponse,
  { build, config }: { build: ServerBuild | (() => Promise<ServerBuild>); config: Config },
): Promise<void> {
  const context = contextOf(response);
  let wishes: Asked | undefined;
  const args = { request: requestWithoutBody(request, request.url ?? "/", config), context };
  const refused = await apiReply(args, async () => {
    wishes = await readAsked(args);
    return new Response();
  });
  if (!wishes) return sendResponse(response, refused, context);
  const place = [request.headers["last-event-id"]].flat()[0];
  // An IPv6 network counts as one address, as for other limits.
  const joining = { ...wishes, address: networkPrefix(context.ip), place };
  const status = quoteStream.refusal(joining);
  if (status) {
    const headers = { "Retry-After": String(RETRY_AFTER_SECONDS) };
    return errorReply(request, response, { status, message: REFUSALS[status], headers }, build);
  }
  await quoteStream.add(sinkOf(response), joining, () => {
    if (response.destroyed) return true;
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS);
    return false;
  });
}

/** Here it shares no scope with the request, which would stay in memory as long as the stream. */
const sinkOf = (response: ServerResponse): Sink => ({
  write: (chunk) => response.write(chunk),
  end: (chunk) => void response.end(chunk),
  destroy: () => void response.destroy(),
  once: (event, heard) => response.once(event, heard),
  on: (event, heard) => response.on(event, heard),
});
