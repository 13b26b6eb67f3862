import { createServer } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

/** A news article as a visitor gets it has 520 elements with 780 attributes and 4 kB of text in 36 kB; these are as many, within a tenth. */
const ITEMS = 52;
const ICON = `M4 6.5h16M4 12h16M4 17.5h10${"m2.5-3.25 4 3.25-4 3.25".repeat(9)}`;

const Icon = () =>
  h(
    "svg",
    { className: "icon icon-small", viewBox: "0 0 24 24", "aria-hidden": true },
    h("path", { d: ICON }),
  );

/** @param {{ n: number }} props */
const Item = ({ n }) =>
  h(
    "li",
    { className: "list-item", id: `item-${n}` },
    h(
      "a",
      { className: "link", href: `/news/${n}`, "data-kind": "news" },
      h(Icon),
      h("span", { className: "title" }, `Headline ${n} of a day`),
    ),
    h("time", { className: "muted", dateTime: "2026-01-05T14:30:00Z" }, "Jan 5, 2:30 PM"),
    h(
      "p",
      { className: "summary" },
      h("strong", { className: "ticker" }, "ACME"),
      h("span", { className: "text" }, "A sentence of the story"),
      h("span", { className: "text" }, "and one more of it"),
    ),
  );

const Page = () =>
  h(
    "ul",
    null,
    Array.from({ length: ITEMS }, (_item, index) => h(Item, { key: index, n: index })),
  );

const ROUTE = { id: "root", path: "remix" };
const NOTHING = { hasAction: false, hasLoader: false, hasClientAction: false, hasClientLoader: false };

/** One route, without a loader and without scripts, with the settings of remix.config.js. @type {import("@remix-run/node").ServerBuild} */
const remixBuild = {
  mode: "production",
  entry: {
    module: {
      default: (request, status, headers, context) => {
        headers.set("Content-Type", "text/html; charset=utf-8");
        const html = renderToString(h(RemixServer, { context, url: request.url }));
        return new Response(`<!doctype html>${html}`, { status, headers });
      },
    },
  },
  routes: {
    root: {
      ...ROUTE,
      module: { default: () => h("html", { lang: "en" }, h("body", null, h("h1", null, "Openbell"))) },
    },
  },
  assets: {
    entry: { module: "", imports: [] },
    routes: { root: { ...ROUTE, ...NOTHING, hasErrorBoundary: false, module: "" } },
    url: "",
    version: "1",
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
  isSpaMode: false,
};
const handle = createRequestHandler(remixBuild, "production");

/** @type {Record<string, (url: string) => Promise<string>>} */
const PAGES = {
  "/react": async () => renderToString(h(Page)),
  "/remix": async (url) => (await handle(new Request(new URL(url, "http://127.0.0.1")))).text(),
};

const server = createServer(async (request, response) => {
  const url = request.url ?? "/";
  const body = Buffer.from((await PAGES[url]?.(url)) ?? "");
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit(0));
