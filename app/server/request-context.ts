import { randomFillSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describedOperation } from "~/features/api-description/described-operation.server";
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

/**
 * Random bytes are generated for many requests at once: single system calls took a twelfth of a cached page's
 * time.
 */
export function nextNonce(): string {
  if (poolOffset === noncePool.length) {
    randomFillSync(noncePool);
    poolOffset = 0;
  }
  poolOffset += NONCE_BYTES;
  return noncePool.toString("base64", poolOffset - NONCE_BYTES, poolOffset);
}

type ResponseWithContext = ServerResponse & { openbell?: RequestContext };

/** The context of this response. */
export function contextOf(response: ServerResponse): RequestContext {
  const { openbell } = response as ResponseWithContext;
  if (!openbell) throw new Error("The request has no context");
  return openbell;
}

/** Values are created on demand, because a cached page needs few of them. */
class LazyContext implements RequestContext {
  cookieless?: boolean;
  failureStatus?: 503;
  retryAfterSeconds?: number;
  incomplete?: boolean;
  private knownId: string | undefined;
  private knownNonce: string | undefined;
  /** Read immediately, because a closed connection no longer knows it. */
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

  describedOperation() {
    return describedOperation(this.method, this.pattern());
  }
}

/** Gives every request an id and a nonce. @returns a function that creates a request's context */
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

/**
 * The context of a shared render, based on the request of one reader.
 * @param readers what the readers have in common
 */
export const sharedContext = (
  own: RequestContext,
  readers: Pick<RequestContext, "bannersDismissed" | "newSince" | "missingIsKept">,
): RequestContext => ({
  method: own.method,
  requestId: own.requestId,
  pattern: () => own.pattern(),
  describedOperation: () => own.describedOperation?.(),
  ip: own.ip,
  cookieless: own.cookieless,
  nonce: SLOTS.nonce,
  address: SLOTS.address,
  forMany: true,
  ...readers,
});

/** The request id's header. */
export const REQUEST_ID = "X-Request-Id";

/**
 * Headers of every response: security and request id. Names and values, alternating, so that a cached page's
 * can be written at once.
 */
export type CommonHeaders = (context: Pick<RequestContext, "nonce" | "requestId">) => string[];

export function commonHeaders(config: Config, { development }: { development: boolean }): CommonHeaders {
  const securityLines = securityHeaders(config, { development });
  return ({ nonce, requestId }) => {
    const lines = securityLines(nonce);
    lines.push(REQUEST_ID, requestId);
    // Tells clients with persistent connections to reconnect to another server.
    if (isStopping()) lines.push("Connection", "close");
    return lines;
  };
}

/** For responses with individually set headers. @param lines names and values, alternating */
export function setHeaders(response: ServerResponse, lines: readonly string[]): void {
  for (let index = 0; index < lines.length; index += 2) {
    response.setHeader(lines[index] ?? "", lines[index + 1] ?? "");
  }
}
