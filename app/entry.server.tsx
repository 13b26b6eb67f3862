import { PassThrough } from "node:stream";
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { VISITOR, viewerOf } from "~/auth/viewer.server";
import { fillForReader } from "~/features/site-shell/fill-for-reader.server";
import { siteData } from "~/features/site-shell/root-data.server";
import { eventLoopQueue } from "~/platform/event-loop-queue";
import { log } from "~/platform/log.server";
import { logOutage } from "~/platform/log-outage.server";
import { deferScripts } from "~/web/defer-scripts.server";
import { markAway, unavailableService } from "~/web/report-failure.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { RouteHandle } from "~/web/route-handle";
import { withSpeculationRules } from "~/web/speculation-rules.server";

/**
 * How long Remix waits for deferred data, in milliseconds. No loader defers data, and the default timer of
 * five seconds would retain each page's data that long.
 */
export const streamTimeout = 1;

/** The longest a page may take to render, because pages are sent complete. */
const RENDER_MS = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (context.failureStatus) showFailure(remix, context.failureStatus);
  // Remix runs no loader for a refused method or after an earlier error, but the error page needs the site's
  // data.
  remix.staticHandlerContext.loaderData.root ??= siteData({ request, context });
  if (status === 404 && context.missingIsKept?.()) return new Response(null, { status, headers });
  const page = <RemixServer context={remix} url={request.url} nonce={context.nonce} />;
  const { matches, errors } = remix.staticHandlerContext;
  const [hydrate] = errors ? [] : matches.flatMap(({ route }) => handleOf(remix, route.id)?.hydrate ?? []);
  await eventLoopQueue.take();
  // A page without React in the browser is not streamed, because a single string is faster.
  if (!hydrate) return whole(page, { request, context }, { status, headers });
  const response = await streamed(page, status, headers);
  return hydrate === "on use" ? new Response(deferScripts(await response.text()), response) : response;
}

async function whole(page: React.ReactElement, args: RequestArgs, init: ResponseInit): Promise<Response> {
  const { context } = args;
  const html = withSpeculationRules(`<!doctype html>${renderToString(page)}`);
  if (context.forMany) {
    context.drawn = html;
    return new Response(null, init);
  }
  const viewer = await viewerOf(args).catch(() => VISITOR);
  return new Response(new Uint8Array(await fillForReader(html, viewer, context)), init);
}

const handleOf = (remix: EntryContext, id: string) =>
  remix.routeModules[id]?.handle as RouteHandle | undefined;

/** Passes the status to the error boundary, because Remix has removed the error's details. */
function showFailure(remix: EntryContext, status: number): void {
  const { errors } = remix.staticHandlerContext;
  for (const id of Object.keys(errors ?? {})) {
    if (errors) errors[id] = { status, statusText: "", internal: false, data: { message: "" } };
  }
}

function streamed(page: React.ReactElement, status: number, headers: Headers): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady() {
        const body = new PassThrough();
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onShellError: reject,
      onError: (error) => log().error({ err: error }, "render failed"),
    });
    setTimeout(abort, RENDER_MS).unref();
  });
}

/** Logs every failed loader or action once, with the id that the reader sees. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  const { requestId } = context;
  const path = context.pattern();
  const away = unavailableService(error);
  if (away) {
    markAway(context);
    logOutage({ requestId, path, err: error }, `${away} away`);
    return;
  }
  log().error({ requestId, path, err: error }, "request failed");
}
