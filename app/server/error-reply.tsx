import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { ErrorScreen } from "~/features/site-shell/error-screen";
import { config } from "~/platform/config.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import { errorTitle } from "~/ui/error-page";
import { LogoPicture } from "~/ui/logo";
import { isApiPath } from "~/web/api-path";
import { PROBLEM_TYPE, problemDetails, wantsProblem } from "~/web/problem-json.server";
import { contextOf } from "./request-context";
import { pathOf } from "./request-guards";

export type ErrorReply = { status: number; message: string; headers?: Record<string, string> };

/** Responds without Remix: JSON for programs, the site's error page for people. */
export async function errorReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers = {} }: ErrorReply,
  build: ServerBuild | (() => Promise<ServerBuild>),
): Promise<void> {
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status < 400) {
    response.end();
    return;
  }
  const { requestId } = contextOf(response);
  if (wantsJson(request)) {
    const error = { message: message || sentenceFor(status, requestId) };
    const isProblem = wantsProblem(request.headers.accept);
    response.setHeader("Content-Type", isProblem ? PROBLEM_TYPE : "application/json; charset=utf-8");
    response.end(JSON.stringify(isProblem ? problemDetails(status, error) : error));
    return;
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  // The page has a sentence for the status; method names mean nothing to readers.
  const forPeople = status === 405 ? "" : message;
  response.end(await errorDocument({ status, message: forPeople, requestId }, build));
}

type ErrorDocument = { status: number; message?: string; requestId?: string };

/** The site's error page as HTML. @param requestId shown if the log has more information */
export async function errorDocument(
  { status, message, requestId }: ErrorDocument,
  build: ServerBuild | (() => Promise<ServerBuild>),
): Promise<string> {
  const { logo, stylesheet } = siteSettings();
  const stylesheets = [...(await stylesheetLinks(build)), ...(stylesheet ? [stylesheet.href] : [])];
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${status} | ${config().siteName}`}</title>
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <LogoPicture.Provider value={logo}>
          <ErrorScreen status={status} message={message} requestId={requestId} siteName={config().siteName} />
        </LogoPicture.Provider>
      </body>
    </html>,
  )}`;
}

/** Only these statuses have more information in the log. */
const sentenceFor = (status: number, requestId: string) =>
  status < 500 ? `${errorTitle(status)}.` : `Something went wrong. If you contact us, quote ${requestId}.`;

export const wantsJson = (request: IncomingMessage) =>
  isApiPath(pathOf(request)) || (request.headers.accept ?? "").startsWith("application/json");

async function stylesheetLinks(build: ServerBuild | (() => Promise<ServerBuild>)): Promise<string[]> {
  const { assets } = typeof build === "function" ? await build() : build;
  return assets.routes.root?.css ?? [];
}
