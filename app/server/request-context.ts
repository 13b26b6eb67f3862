import { randomFillSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "~/platform/config.server";
import { isStopping } from "~/platform/stopping-flag.server";
import type { RequestContext } from "~/web/request-args.server";
import { clientAddress } from "./client-address";
import { pathOf } from "./request-guards";
import { securityHeaders } from "./security-headers";

const NONCE_BYTES = 16;
const noncePool = Buffer.alloc(256 * NONCE_BYTES);
let poolOffset = noncePool.length;

/** Random bytes are drawn for many requests at once: asking the system for each took a twelfth of a kept page's time. */
function nextNonce(): string {
  if (poolOffset === noncePool.length) {
    randomFillSync(noncePool);
    poolOffset = 0;
  }
  poolOffset += NONCE_BYTES;
  return noncePool.toString("base64", poolOffset - NONCE_BYTES, poolOffset);
}

type ResponseWithContext = ServerResponse & { openbell?: RequestContext };

/** The context that was made for this response. */
export function contextOf(response: ServerResponse): RequestContext {
  const { openbell } = response as ResponseWithContext;
  if (!openbell) throw new Error("The request was not begun");
  return openbell;
}

/**
 * Gives every request its id and its nonce, whatever answers it afterwards.
 * @returns the function that makes one request's context.
 */
export function requestContextFactory(
  config: Config,
  { patternOf }: { patternOf: (path: string) => string },
) {
  return (request: IncomingMessage, response: ServerResponse): RequestContext => {
    const context: RequestContext = {
      method: request.method ?? "GET",
      requestId: randomUUID(),
      ip: clientAddress(forwardedFor(request, config), request.socket.remoteAddress),
      nonce: nextNonce(),
      pattern: () => patternOf(pathOf(request)),
    };
    (response as ResponseWithContext).openbell = context;
    if (!config.trustProxy) {
      delete request.headers["x-forwarded-host"];
      delete request.headers["x-forwarded-proto"];
    }
    return context;
  };
}

/**
 * The headers that every answer carries: security, its id.
 * @returns them for one answer, names and values in turns: a kept page's are written at once
 */
export function commonHeaders(
  config: Config,
  { development }: { development: boolean },
): (context: RequestContext) => string[] {
  const securityLines = securityHeaders(config, { development });
  return ({ nonce, requestId }) => {
    const lines = securityLines(nonce);
    lines.push("X-Request-Id", requestId);
    // Whoever keeps connections finds another server for what comes next.
    if (isStopping()) lines.push("Connection", "close");
    return lines;
  };
}

/** For answers that are put together one header after the other. @param lines names and values in turns */
export function setHeaders(response: ServerResponse, lines: readonly string[]): void {
  for (let index = 0; index < lines.length; index += 2) {
    response.setHeader(lines[index] ?? "", lines[index + 1] ?? "");
  }
}

function forwardedFor({ headers }: IncomingMessage, { trustProxy }: Config): string | undefined {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  return Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
}
