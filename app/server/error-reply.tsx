import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { isApiPath } from "~/http/api-path";
import { config } from "~/http/config.server";
import { errorTitle } from "~/ui/error-page";
import { ErrorScreen } from "~/ui/frames/error-screen";
import { contextOf } from "./begin";
import { pathOf } from "./shield";

export type Reply = { status: number; message: string; headers?: Record<string, string> };

/** Answers without Remix: JSON for programs, the site's own error page for people. */
export async function errorReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers = {} }: Reply,
  build: ServerBuild | (() => Promise<ServerBuild>),
): Promise<void> {
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!request.complete) linger(request);
  if (status < 400) {
    response.end();
    return;
  }
  const { requestId } = contextOf(response);
  if (wantsJson(request)) {
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.end(JSON.stringify({ message: message || sentenceFor(status, requestId) }));
    return;
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const stylesheets = await stylesheetsOf(build);
  response.end(
    `<!doctype html>${renderToStaticMarkup(
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
          <ErrorScreen {...{ status, message, requestId }} siteName={config().siteName} />
        </body>
      </html>,
    )}`,
  );
}

/** A number to mention is for what the log knows more about. */
const sentenceFor = (status: number, requestId: string) =>
  status < 500 ? `${errorTitle(status)}.` : `Something went wrong. Mention ${requestId} if you write to us.`;

/** How long, and how much, the sender of a refused body may go on before the connection is cut. */
const LINGER = { ms: 2_000, bytes: 32 * 1024 * 1024 } as const;

/**
 * Throws away what still comes of a body that nobody will read. Cut off at once, a browser that is still sending
 * would report a broken connection instead of showing the answer.
 */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  let rest: number = LINGER.bytes;
  const cut = setTimeout(() => socket.destroy(), LINGER.ms);
  request.unpipe();
  request.on("error", () => {});
  request.on("close", () => clearTimeout(cut));
  request.on("data", (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) socket.destroy();
  });
}

const wantsJson = (request: IncomingMessage) =>
  isApiPath(pathOf(request)) || (request.headers.accept ?? "").startsWith("application/json");

async function stylesheetsOf(build: ServerBuild | (() => Promise<ServerBuild>)): Promise<string[]> {
  const { assets } = typeof build === "function" ? await build() : build;
  return assets.routes.root?.css ?? [];
}
