import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { measureRequest, shedRequests, watchAdmission } from "../metrics/request-metrics";
import { contextOf } from "../request-context";
import { sendCachedPage } from "../send-cached-page";
import type { SharedRender } from "../serve-cached-page";
import { Admission } from "./admission";
import { shedReply } from "./shed-reply";
import { classifyWork } from "./work-kind";

const MOST_LISTENERS = 20;

type Options = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Whether a path is a file of the build or of `public`. */
  isFile: (path: string) => boolean;
};

/**
 * Limits all expensive work; cached pages and files bypass it.
 * @returns a function that admits a request, or answers it (with a cached page, or 503 and `Retry-After`) and
 * returns false
 */
export function overloadGuard({ build, isFile }: Options) {
  const admission = new Admission();
  const shed = shedReply(build);
  watchAdmission(admission);
  return (request: IncomingMessage, response: ServerResponse, shared?: SharedRender): boolean => {
    const kind = classifyWork(request, isFile);
    // A closed request fires no second event, so its place would never be freed.
    if (kind === "unlimited" || response.destroyed) return true;
    const leave = admission.enter(kind);
    if (!leave) {
      if (shared && sendKeptPage(request, response, shared)) return false;
      shedRequests.inc({ work: kind });
      void shed(request, response);
      return false;
    }
    const measured = measureRequest(request, response);
    // Node warns about a leak at eleven listeners, and a piped body adds seven.
    response.setMaxListeners(MOST_LISTENERS);
    response.once("close", () => {
      leave();
      measured();
    });
    return true;
  };
}

/** A request that should render a page gets a cached or last known one instead. */
function sendKeptPage(
  request: IncomingMessage,
  response: ServerResponse,
  { render, viewer }: SharedRender,
): boolean {
  const page = pageCache().pageWithoutRender(render.key, Date.now());
  if (!page) return false;
  void sendCachedPage(request, response, page, { viewer, context: contextOf(response) });
  return true;
}
