import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { enhanceScripts, pushWorker } from "virtual:enhance";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import { isDatabaseUnavailable } from "db/orm.server";
import express from "express";
import type { Config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { logOutage } from "~/platform/log-outage.server";
import { isApiPath } from "~/web/api-path";
import { RETRY_AFTER_SECONDS } from "~/web/report-failure.server";
import type { RequestContext } from "~/web/request-args.server";
import { addressTable } from "./addresses";
import { checkMethod } from "./allowed-methods";
import { cdnHeaders } from "./cdn-headers";
import { compressedAssets } from "./compressed-assets";
import { trustsCookies } from "./cookie-trust";
import { errorReply } from "./error-reply";
import { DamagedBodyError, InflationBusyError } from "./inflated-body";
import { metricsOnSite } from "./metrics/metrics-endpoint";
import { overloadGuard } from "./overload/overload-guard";
import { wasShed } from "./overload/shed-reply";
import { fileLookup, publicFiles } from "./public-files";
import { opensStream, quoteStreamReply } from "./quote-stream-reply";
import { readyPages } from "./ready-pages";
import { captureReferral } from "./referral-capture";
import { refuseMemberViewWrite } from "./refuse-member-view-writes";
import { isBodyTooLarge, type RemixHandler, remixHandler } from "./remix-handler";
import { commonHeaders, contextOf, REQUEST_ID, requestContextFactory, setHeaders } from "./request-context";
import { corsHeaders, guardRequest, pathOf, READS } from "./request-guards";
import { routeTable } from "./route-table";
import { type Served, type SharedRender, serveCachedPage } from "./serve-cached-page";
import { drainBodyBeforeEnd } from "./unread-body";
import { addVary } from "./vary";

export type AppOptions = {
  config: Config;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The browser's files in development; production reads `build/client`. */
  assets?: express.RequestHandler;
};

const CLIENT = fileURLToPath(new URL("../client", import.meta.url));
const YEAR_SECONDS = 31_536_000;

/**
 * The server's request listener. Order matters: ready pages, context and headers, request guards, cached
 * pages. Shared pages go to Remix directly, everything else through Express.
 */
export function createApp({ config, build, assets }: AppOptions): RequestListener {
  const placeOf = routeTable(build);
  const patternOf = (path: string) => placeOf(path)?.pattern ?? "unknown";
  const createContext = requestContextFactory(config, { patternOf });
  const head = commonHeaders(config, { development: assets !== undefined });
  const cdn = cdnHeaders(config, head);
  const remix = remixHandler(build, config);
  const isFile = assets ? () => true : fileLookup(CLIENT, [pushWorker.path]);
  const addressOf = addressTable(build, placeOf, config, isFile);
  const app = expressApp(remix, build, assets);
  const admit = overloadGuard({ build, isFile });
  const sendMetrics = metricsOnSite(config);

  const sendReady = readyPages(config, { head, addressOf });

  const passToExpress = (request: IncomingMessage, response: ServerResponse) => {
    if (admit(request, response)) app(request, response);
  };
  const drawShared = (request: IncomingMessage, response: ServerResponse, shared: SharedRender) => {
    // However the request ends before its page is rendered: others wait for that page.
    response.once("close", () => shared.render.hasStarted || shared.render.settle());
    return admit(request, response, shared)
      ? remix(request, response, contextOf(response), shared)
      : undefined;
  };

  return (request, response) => {
    if (sendMetrics(request, response) || sendReady(request, response)) return;
    const context = createContext(request, response);
    const requested = addressOf(request.url ?? "/");
    const began = performance.now();
    if (log().isLevelEnabled("debug")) logAnswer(request, response, began);
    if (!request.complete && !READS.has(request.method ?? "GET")) drainBodyBeforeEnd(request, response);
    const refused = guardRequest(request, requested, config) ?? checkMethod(request, placeOf);
    if (refused) {
      setHeaders(response, head(context));
      return void errorReply(request, response, refused, build);
    }
    allowOrigin(request, response, config);
    if (trustsCookies(request, requested.path, config)) captureReferral(request, response);
    else forgetCookies(request, context);
    const begin = () => {
      if (response.headersSent || response.hasHeader(REQUEST_ID)) return;
      setHeaders(response, head(context));
      if (!log().isLevelEnabled("debug")) logAnswer(request, response, began);
    };
    const pass = (served: Served) => {
      if (served === true) return;
      begin();
      if (served) return drawShared(request, response, served);
      const viewed = READS.has(request.method ?? "GET")
        ? undefined
        : refuseMemberViewWrite(request, requested.path);
      if (!viewed) return passToExpress(request, response);
      return viewed.then((refusal) =>
        refusal ? errorReply(request, response, refusal, build) : passToExpress(request, response),
      );
    };
    const fail = (error: unknown) => {
      begin();
      sendError(error, request, response, build);
    };
    if (opensStream(request, placeOf(pathOf(request))?.pattern)) {
      begin();
      return void quoteStreamReply(request, response, { build, config }).catch(fail);
    }
    try {
      // Removing the referral code changes the address.
      const { shared } = addressOf(request.url ?? "/");
      const served = serveCachedPage(request, response, { context, head, cdn }, shared);
      // An uncaught error or rejection would end the process with all its requests.
      if (served instanceof Promise) served.then(pass).catch(fail);
      else pass(served)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Treats the request as one without cookies; the response will not set any. */
function forgetCookies({ headers }: IncomingMessage, context: RequestContext): void {
  delete headers.cookie;
  context.cookieless = true;
}

/** Allows scripts of configured origins to read the API. `Vary` separates their responses. */
function allowOrigin(request: IncomingMessage, response: ServerResponse, { corsOrigins }: Config): void {
  if (corsOrigins.length === 0 || !isApiPath(pathOf(request))) return;
  addVary(response, "Origin");
  const { origin } = request.headers;
  if (!origin || !corsOrigins.includes(origin)) return;
  for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
}

function expressApp(
  remix: RemixHandler,
  build: AppOptions["build"],
  assets?: express.RequestHandler,
): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.use(compression());
  for (const { path, source } of enhanceScripts)
    app.get(path, (_request, response) => {
      response.type("text/javascript").set("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
      response.send(source);
    });
  app.get(pushWorker.path, (_request, response) => {
    response.type("text/javascript").set("Cache-Control", "no-cache").send(pushWorker.source);
  });
  if (assets) app.use(assets);
  else {
    const immutable = {
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      index: false,
      redirect: false,
    } as const;
    app.use("/assets", compressedAssets(`${CLIENT}/assets`, YEAR_SECONDS));
    app.use("/assets", express.static(`${CLIENT}/assets`, { ...immutable, fallthrough: false }));
    app.use(publicFiles(CLIENT));
  }
  app.use((request, response, next) => {
    remix(request, response, contextOf(response)).catch(next);
  });
  const errorHandler: express.ErrorRequestHandler = (error, request, response, _next) => {
    sendError(error, request, response, build);
  };
  app.use(errorHandler);
  return app;
}

/** The only place that turns an unexpected error into a response. */
function sendError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  build: AppOptions["build"],
): void {
  const status = errorStatus(error);
  const context = contextOf(response);
  const line = { requestId: context.requestId, err: error, path: context.pattern() };
  if (status === 503) logOutage(line, "request failed");
  else if (status >= 500) log().error(line, "request failed");
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const headers = status === 503 ? { "Retry-After": String(RETRY_AFTER_SECONDS) } : undefined;
  const message = error instanceof DamagedBodyError ? error.message : "";
  void errorReply(request, response, { status, message, headers }, build);
}

function errorStatus(error: unknown): 400 | 404 | 413 | 500 | 503 {
  if (isBodyTooLarge(error)) return 413;
  if (isDatabaseUnavailable(error) || error instanceof InflationBusyError) return 503;
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  // Express's status for an undecodable address, or one outside the folder.
  if (status === 400) return 400;
  return status === 403 || status === 404 ? 404 : 500;
}

/**
 * Logs one line per request, with the route pattern, because paths and queries contain tokens and personal
 * addresses. Without debug level only failures are logged.
 */
function logAnswer(request: IncomingMessage, response: ServerResponse, began: number): void {
  response.on("finish", () => {
    if (wasShed(response)) return;
    if (!log().isLevelEnabled("debug") && response.statusCode < 500) return;
    const context = contextOf(response);
    const line = {
      requestId: context.requestId,
      method: request.method,
      path: context.pattern(),
      status: response.statusCode,
      ms: Math.round(performance.now() - began),
    };
    if (response.statusCode < 500) log().debug(line, "answered");
    else if (response.statusCode === 503) logOutage(line, "answered", { of: line.path });
    else log().warn(line, "answered");
  });
}
