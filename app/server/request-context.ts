import { randomFillSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "~/platform/config.server";
import { SLOTS } from "~/platform/page-cache/slots.server";
import { isStopping } from "~/platform/stopping-flag.server";
import type { RequestContext } from "~/web/request-args.server";
import { clientAddress } from "./client-address";
import { pathOf } from "./request-guards";
import { securityHeaders } from "./security-headers";

const NONCE_BYTES = 16;
const noncePool = Buffer.alloc(256 * NONCE_BYTES);
let poolOffset = noncePool.length;

/** Random bytes are drawn for many requests at once: asking the system for each took a twelfth of a kept page's time. */
export function nextNonce(): string {
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

/** What a request needs is made when it is asked for: a kept page is sent without most of it. */
class LazyContext implements RequestContext {
  cookieless?: boolean;
  failureStatus?: 503;
  retryAfterSeconds?: number;
  incomplete?: boolean;
  private knownId: string | undefined;
  private knownNonce: string | undefined;
  /** Asked at once: of a connection that has ended it is not known any more. */
  private readonly peer: string | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly patternOf: (path: string) => string,
    private readonly trustProxy: boolean,
  ) {
    this.peer = request.socket.remoteAddress;
  }

  get method(): string {
    return this.request.method ?? "GET";
  }

  get requestId(): string {
    this.knownId ??= randomUUID();
    return this.knownId;
  }

  get nonce(): string {
    this.knownNonce ??= nextNonce();
    return this.knownNonce;
  }

  get address(): string {
    return this.request.url ?? "/";
  }

  get ip(): string {
    const forwarded = this.trustProxy ? this.request.headers["x-forwarded-for"] : undefined;
    return clientAddress([forwarded].flat().join(","), this.peer);
  }

  pattern(): string {
    return this.patternOf(pathOf(this.request));
  }
}

/**
 * Gives every request its id and its nonce, whatever answers it afterwards.
 * @returns the function that makes one request's context.
 */
export function requestContextFactory(
  { trustProxy }: Pick<Config, "trustProxy">,
  { patternOf }: { patternOf: (path: string) => string },
) {
  return (request: IncomingMessage, response: ServerResponse): RequestContext => {
    const context = new LazyContext(request, patternOf, trustProxy);
    (response as ResponseWithContext).openbell = context;
    return context;
  };
}

/** The context of a page that is drawn for many, on the request of one of them. @param readers what they have in common */
export const sharedContext = (
  own: RequestContext,
  readers: Pick<RequestContext, "bannersDismissed" | "newSince" | "missingIsKept">,
): RequestContext => ({
  method: own.method,
  requestId: own.requestId,
  pattern: () => own.pattern(),
  ip: own.ip,
  cookieless: own.cookieless,
  nonce: SLOTS.nonce,
  address: SLOTS.address,
  forMany: true,
  ...readers,
});

/** The header that every answer has. */
export const REQUEST_ID = "X-Request-Id";

/**
 * The headers that every answer carries: security, its id. Names and values in turns, in a list of its own: a kept page's are
 * written at once.
 */
export type CommonHeaders = (context: Pick<RequestContext, "nonce" | "requestId">) => string[];

export function commonHeaders(config: Config, { development }: { development: boolean }): CommonHeaders {
  const securityLines = securityHeaders(config, { development });
  return ({ nonce, requestId }) => {
    const lines = securityLines(nonce);
    lines.push(REQUEST_ID, requestId);
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
