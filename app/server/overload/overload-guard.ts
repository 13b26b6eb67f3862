import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { measureRequest, shedRequests, watchAdmission } from "../metrics/request-metrics";
import { contextOf } from "../request-context";
import { sendCachedPage } from "../send-cached-page";
import type { SharedRender } from "../serve-cached-page";
import { Admission } from "./admission";
import { shedReply } from "./shed-reply";
import { workKindOf } from "./work-kind";

const MOST_LISTENERS = 20;

type Options = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Whether a file of the build or of `public` lies at a path. */
  isFile: (path: string) => boolean;
};

/**
 * Stands before all work that costs more than bytes which are ready: what is kept, and files, pass it by.
 * @returns what lets one request in, or answers it, with a page that is kept or 503 with `Retry-After`, and returns false
 */
export function overloadGuard({ build, isFile }: Options) {
  const admission = new Admission();
  const shed = shedReply(build);
  watchAdmission(admission);
  return (request: IncomingMessage, response: ServerResponse, shared?: SharedRender): boolean => {
    const kind = workKindOf(request, isFile);
    // Whoever left already says so no second time: their place would never be free again.
    if (kind === "unlimited" || response.destroyed) return true;
    const leave = admission.enter(kind);
    if (!leave) {
      if (shared && sendKeptPage(request, response, shared)) return false;
      shedRequests.inc({ work: kind });
      void shed(request, response);
      return false;
    }
    const measured = measureRequest(request, response);
    // Node warns of a leak at eleven listeners, and a body that is piped into the answer brings seven.
    response.setMaxListeners(MOST_LISTENERS);
    response.once("close", () => {
      leave();
      measured();
    });
    return true;
  };
}

/** Whoever was to draw the successor of a page gets the page itself: it is as good for them as for those who came after. */
function sendKeptPage(
  request: IncomingMessage,
  response: ServerResponse,
  { render, viewer }: SharedRender,
): boolean {
  const page = pageCache().kept(render.key, Date.now());
  if (!page) return false;
  void sendCachedPage(request, response, page, { viewer, context: contextOf(response) });
  return true;
}
