import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { PROBLEM_TYPE, problemDetails, wantsProblem } from "~/web/problem-json.server";
import { RETRY_AFTER_SECONDS, SHORT_BREAK } from "~/web/report-failure.server";
import { errorDocument, wantsJson } from "../error-reply";

const STATUS = 503;
/** Refused responses, logged together. */
const shed = new WeakSet<ServerResponse>();

export const wasShed = (response: ServerResponse): boolean => shed.has(response);

const JSON_BODY = Buffer.from(JSON.stringify({ message: SHORT_BREAK }));

/**
 * The response to refused requests. It is rendered once, because it is needed often and when time is short.
 * So it names no request id, and the log has one line for many.
 */
export function shedReply(
  build: ServerBuild | (() => Promise<ServerBuild>),
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let page: Promise<Buffer> | undefined;
  let problem: Buffer | undefined;
  return async (request, response) => {
    shed.add(response);
    const json = wantsJson(request);
    page ??= errorDocument({ status: STATUS }, build).then(Buffer.from);
    const isProblem = json && wantsProblem(request.headers.accept);
    problem ??= Buffer.from(JSON.stringify(problemDetails(STATUS, { message: SHORT_BREAK })));
    const body = isProblem ? problem : json ? JSON_BODY : await page;
    response.writeHead(STATUS, {
      "Cache-Control": "no-store",
      "Retry-After": String(RETRY_AFTER_SECONDS),
      "Content-Type": isProblem ? PROBLEM_TYPE : `${json ? "application/json" : "text/html"}; charset=utf-8`,
      "Content-Length": body.length,
    });
    response.end(body);
  };
}
