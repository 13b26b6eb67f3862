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
import { latestFrame } from "~/features/site-shell/frame-parts.server";
import { siteData } from "~/features/site-shell/root-data.server";
import { log } from "~/platform/log.server";
import { fillFrame } from "~/platform/page-cache/slots.server";
import { loopTurns } from "~/platform/turns";
import { awayOf, markAway } from "~/web/report-failure.server";
import type { RouteHandle } from "~/web/route-handle";
import { deferScripts } from "~/web/scripts-on-use.server";
import { withSpeculationRules } from "~/web/speculation-rules.server";

/**
 * How long Remix waits for what a loader has promised, in milliseconds. No loader answers with a promise, and a timer of five seconds would
 * hold the data of each page so long.
 */
export const streamTimeout = 1;

/** Pages answer whole: the longest a page may take to render before it is given up. */
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
  // Remix runs no loader for a method that a page does not take, or when one before it broke; the error page speaks of
  // the site and the request all the same.
  remix.staticHandlerContext.loaderData.root ??= siteData({ request, context });
  if (status === 404 && context.missingIsKept?.()) return new Response(null, { status, headers });
  const page = <RemixServer context={remix} url={request.url} nonce={context.nonce} />;
  const { matches, errors } = remix.staticHandlerContext;
  const [hydrate] = errors ? [] : matches.flatMap(({ route }) => handleOf(remix, route.id)?.hydrate ?? []);
  await loopTurns.take();
  // A page without React in the browser has nothing to stream: one string is quicker.
  if (!hydrate) return whole(page, context, { status, headers });
  const response = await streamed(page, status, headers);
  return hydrate === "on use" ? new Response(deferScripts(await response.text()), response) : response;
}

async function whole(
  page: React.ReactElement,
  context: AppLoadContext,
  init: ResponseInit,
): Promise<Response> {
  const html = withSpeculationRules(`<!doctype html>${renderToString(page)}`);
  if (context.forMany) {
    context.drawn = html;
    return new Response(null, init);
  }
  return new Response(new Uint8Array(fillFrame(html, await latestFrame({ context }))), init);
}

const handleOf = (remix: EntryContext, id: string) =>
  remix.routeModules[id]?.handle as RouteHandle | undefined;

/** Gives the error boundary the status to speak of: the error itself was sanitized on its way here. */
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

/** Every loader or action that broke ends here, once, with the id its reader was shown. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  const { requestId } = context;
  const path = context.pattern();
  const away = awayOf(error);
  if (away) {
    markAway(context);
    log().warn({ requestId, path, err: error }, `${away} away`);
    return;
  }
  log().error({ requestId, path, err: error }, "request failed");
}
