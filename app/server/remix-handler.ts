import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import compression from "compression";
import { endSharedWaiting, shareWaiting } from "db/connection-wait.server";
import { readForMany } from "db/orm.server";
import { observeTables } from "db/tables-read.server";
import { answerOnce } from "~/admin-kit/idempotency/answer-once.server";
import type { Viewer } from "~/auth/viewer.server";
import { fillForReader } from "~/features/site-shell/fill-for-reader.server";
import type { Config } from "~/platform/config.server";
import { eventLoopQueue } from "~/platform/event-loop-queue";
import { type CachedPage, preparePage } from "~/platform/page-cache/cached-page.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import type { PageRender } from "~/platform/page-cache/single-render.server";
import { RETRY_AFTER_SECONDS } from "~/web/report-failure.server";
import type { RequestContext } from "~/web/request-args.server";
import { addBearerChallenge } from "./bearer-challenge";
import { PROBES } from "./cookie-trust";
import { bodyEncoding, inflateBody } from "./inflated-body";
import type { MissingPage } from "./missing-pages";
import { bodyLimitOf, pathOf, READS } from "./request-guards";
import { perRouteSubset } from "./route-subset";
import { sendCachedPage } from "./send-cached-page";
import type { SharedRender } from "./serve-cached-page";
import { addVary } from "./vary";

const compress = compression();

/** The body exceeded its limit. */
class BodyTooLargeError extends Error {}

export type RemixHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  shared?: SharedRender,
) => Promise<void>;

/**
 * Connects Node's requests with Remix. Unlike `@remix-run/express` it shares renders, limits the size of
 * streamed bodies, and answers 503 for an unavailable database.
 */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  config: Config,
): RemixHandler {
  const handlerOf = handlers(build, config.production ? "production" : process.env.NODE_ENV);
  return async (request, response, context, shared) => {
    const handle = handlerOf(pathOf(request));
    await shareWaiting(() =>
      shared
        ? renderShared(handle, request, response, { ...shared, own: context })
        : renderAlone(handle, request, response, context),
    );
  };

  async function renderAlone(
    handle: RequestHandler,
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
  ): Promise<void> {
    if (isDrawn(request)) await eventLoopQueue.take();
    // The client has left, and others are waiting.
    if (response.destroyed) return;
    const overflow = { happened: false };
    const inflated = await inflatedBody(request);
    const own = webRequest(request, response, config, { overflow, inflated });
    const webResponse = await answerOnce({ request: own, context }, (again) => handle(again, context));
    if (overflow.happened) throw new BodyTooLargeError();
    await sendResponse(response, webResponse, context);
  }

  /** Renders a shared page and sends it to the requesting reader. */
  async function renderShared(
    handle: RequestHandler,
    request: IncomingMessage,
    response: ServerResponse,
    { render, url, viewer, context, forAnyone, missing, own }: SharedRender & { own: RequestContext },
  ): Promise<void> {
    let page: CachedPage | undefined;
    render.hasStarted = true;
    try {
      await eventLoopQueue.take();
      const shared = sharedWebRequest(request, url, config);
      const webResponse = await observeTables(render.reads.add, () =>
        readForMany(() => handle(shared, context)),
      );
      if (missing && webResponse.status === 404 && !context.incomplete) {
        const says = await missingPage(webResponse, context.drawn, missing, render);
        return void (await sendCachedPage(request, response, says, { viewer, context: own }));
      }
      const isAway = webResponse.status >= 500 && context.failureStatus;
      const lastKnown = isAway && pageCache().lastKnown(render.key, Date.now());
      if (lastKnown)
        return void (await sendCachedPage(request, response, lastKnown, { viewer, context: own }));
      if (!isCacheable(webResponse)) {
        compress(request as never, response as never, () => {});
        return await sendResponse(
          response,
          await personalReply(webResponse, context.drawn, viewer, own),
          context,
        );
      }
      if (context.incomplete) webResponse.headers.set("Cache-Control", "private, no-store");
      page = await preparePage(webResponse, context.drawn, Date.now(), render.reads.tables);
      pageCache().store(render, page, Date.now(), context.incomplete);
    } finally {
      render.settle(page);
    }
    await sendCachedPage(request, response, page, { viewer, context: own, forAnyone });
  }
}

/** The "not found" page: cached, or rendered now and cached for all missing addresses. */
async function missingPage(
  { body, headers: drawnHeaders }: Response,
  drawn: string | undefined,
  missing: MissingPage,
  { reads }: PageRender,
): Promise<CachedPage> {
  if (missing.found) {
    missing.note(reads);
    return missing.found;
  }
  const headers = new Headers(drawnHeaders);
  headers.set("Cache-Control", "private, no-store");
  const response = new Response(body, { status: 404, headers });
  const page = await preparePage(response, drawn, Date.now(), reads.tables);
  missing.note(reads, page);
  return page;
}

/** A shared render that must not be cached, for the requesting reader only. */
async function personalReply(
  webResponse: Response,
  drawn: string | undefined,
  viewer: Viewer,
  context: RequestContext,
): Promise<Response> {
  const { status, headers } = webResponse;
  if (!headers.get("Content-Type")?.startsWith("text/html")) return webResponse;
  const html = drawn ?? (await webResponse.text());
  const page = await fillForReader(html, viewer, context);
  return new Response(new Uint8Array(page), { status, headers });
}

/** In development, where the build changes, one handler for all addresses. */
function handlers(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string | undefined,
): (path: string) => RequestHandler {
  if (typeof build !== "function") return perRouteSubset(build, (part) => createRequestHandler(part, mode));
  const handle = createRequestHandler(build, mode);
  return () => handle;
}

/**
 * Whether a request renders a page or data. Health checks do not, and actions queue for the render that
 * follows them.
 */
const isDrawn = (request: IncomingMessage) =>
  READS.has(request.method ?? "GET") && !PROBES.has(pathOf(request));

const isCacheable = ({ status, headers }: Response) => status === 200 && !headers.has("Set-Cookie");

export const isBodyTooLarge = (error: unknown) => error instanceof BodyTooLargeError;

/**
 * The request for a shared render, without the first reader's data. Others wait for it, so it continues if
 * that reader leaves, and is complete even if they have it already.
 */
function sharedWebRequest(request: IncomingMessage, url: string, config: Config): Request {
  const shared = requestWithoutBody(request, url, config);
  shared.headers.delete("If-None-Match");
  return shared;
}

/** A GET of this address with the request's headers. */
export const requestWithoutBody = (request: IncomingMessage, url: string, config: Config): Request =>
  new Request(new URL(url, config.publicUrl), { headers: webHeaders(request, config) });

function webHeaders(request: IncomingMessage, { trustProxy }: Pick<Config, "trustProxy">): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(":")) {
      for (const single of [value].flat()) headers.append(name, single);
    }
  }
  // The request guards have checked the origin. Remix's own check uses X-Forwarded-Host and answers 500.
  headers.delete("Origin");
  // The original header, unless a proxy replaced it.
  if (!trustProxy) for (const name of ["X-Forwarded-Host", "X-Forwarded-Proto"]) headers.delete(name);
  return headers;
}

function webRequest(
  request: IncomingMessage,
  response: ServerResponse,
  config: Config,
  { overflow, inflated }: { overflow: { happened: boolean }; inflated?: Buffer },
): Request {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const headers = webHeaders(request, config);
  const url = new URL(request.url ?? "/", config.publicUrl);
  const init: RequestInit & { duplex?: "half" } = { method: request.method, headers, signal: gone.signal };
  if (inflated) {
    headers.delete("Content-Encoding");
    headers.set("Content-Length", String(inflated.length));
    init.body = new Uint8Array(inflated);
  } else if (request.method !== "GET" && request.method !== "HEAD") {
    init.body = createReadableStreamFromReadable(
      request.pipe(limitBytes(bodyLimitOf(request), overflow)),
    ) as BodyInit;
    init.duplex = "half";
  }
  return new Request(url, init);
}

/** The body of a write if it is compressed. @throws BodyTooLargeError, DamagedBodyError */
async function inflatedBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (READS.has(request.method ?? "GET") || bodyEncoding(request) === "") return undefined;
  const body = await inflateBody(request, bodyLimitOf(request));
  if (!body) throw new BodyTooLargeError();
  return body;
}

/** Passes bytes on up to the limit, then fails, because a body without a length may never end. */
function limitBytes(limit: number, overflow: { happened: boolean }): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      overflow.happened ||= received > limit;
      if (overflow.happened) done(new BodyTooLargeError());
      else done(null, chunk);
    },
  });
}

/** Statuses that ask the client to come back later. */
const RETRY_STATUSES = new Set([409, 429, 503]);

export async function sendResponse(
  response: ServerResponse,
  webResponse: Response,
  context: RequestContext,
): Promise<void> {
  response.statusCode =
    webResponse.status >= 500 ? (context.failureStatus ?? webResponse.status) : webResponse.status;
  for (const [name, value] of webResponse.headers) {
    if (name === "set-cookie") {
      if (!context.cookieless) response.appendHeader("Set-Cookie", value);
    } else if (name === "vary") addVary(response, value);
    else response.setHeader(name, value);
  }
  if (context.retryAfterSeconds !== undefined && RETRY_STATUSES.has(response.statusCode))
    response.setHeader("Retry-After", String(context.retryAfterSeconds));
  else if (webResponse.status === 429 || response.statusCode === 503) {
    if (!response.hasHeader("Retry-After")) response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
  }
  addBearerChallenge(response);
  // Unless its loader calls it public, a response is personal.
  if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "private, no-store");
  endSharedWaiting();
  if (webResponse.body) await sendBody(response, webResponse.body);
  else response.end();
}

/** Sends a body at the reader's pace and stops when they leave. An error closes the connection. */
async function sendBody(response: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    // Read step by step, so that it is cancelled without a reason. Remix's streams would forward a reason to
    // a file or query without a listener, and crash the process.
    await pipeline(Readable.from(body as NodeReadableStream, { highWaterMark: 1 }), response);
  } catch (error) {
    // With headers sent, no error page is possible; the error was logged at its source.
    if (!response.headersSent && !response.destroyed) throw error;
  }
}
