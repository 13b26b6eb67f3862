import { readFileSync } from "node:fs";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import table from "~/routes";

/** One address of `app/routes.ts`, with the properties that tests need. */
export type RouteInfo = {
  /** `/admin/news/:id/edit`. */
  pattern: string;
  /** Remix's route id: its own, or its file without the extension. */
  id: string;
  /** Every route that runs for this address, outermost first, including the root and itself. */
  chain: string[];
  /** A page is rendered; without a component it is a resource for programs. */
  page: boolean;
  /** The page exists for GET requests; that of an action is rendered only after a refusal. */
  opens: boolean;
  reads: boolean;
  writes: boolean;
  /** The page loads React in the browser. */
  hydrates: boolean;
};

/** Every address of the product, read from the route table. */
export function allRoutes(): RouteInfo[] {
  return (table as RouteConfigEntry[]).flatMap((entry) => flatten(entry, "", ["root"]));
}

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.[^.]+$/, "");

function flatten(entry: RouteConfigEntry, base: string, parents: string[]): RouteInfo[] {
  const id = idOf(entry);
  const path = entry.path ? `${base}/${entry.path}` : base;
  const chain = [...parents, id];
  const children = (entry.children ?? []).flatMap((child) => flatten(child, path, chain));
  const { page, ...can } = exportsOf(entry.file);
  const self = { pattern: path || "/", id, chain, page, opens: page && !isChange(path), ...can };
  const answers = entry.index || (entry.path && !(entry.children ?? []).some(({ index }) => index));
  return answers ? [self, ...children] : children;
}

const MEMBER_CHANGE =
  /^\/admin\/manage-users\/(:id\/(subscription|status|verification|deletion|devices|labels|mails|password-link|view)|subscriptions\/:id)\b/;

/** A GET of an action's address redirects to the page it belongs to. */
const isChange = (path: string) =>
  /\/(publication|runs|selection|draft\/deletion|invitations\/:id\/(mail|revocation))$/.test(path) ||
  MEMBER_CHANGE.test(path);

/** The abilities of a route's module, by its exports. */
function exportsOf(file: string): Pick<RouteInfo, "page" | "reads" | "writes" | "hydrates"> {
  const source = readFileSync(new URL(`../../app/${file}`, import.meta.url), "utf8");
  const exported = (name: string) =>
    new RegExp(`export (async function|function|const) ${name}\\b|export \\{[^}]*\\b${name}\\b[^}]*\\}`).test(
      source,
    );
  return {
    page: /export default |\bas default\b/.test(source),
    reads: exported("loader"),
    writes: exported("action"),
    hydrates: /export const handle = \{[^}]*\bhydrate: (true|"on use")/.test(source),
  };
}

const ROUTES = allRoutes();
const ROUTE_OBJECTS = ROUTES.map(({ pattern }) => ({ path: pattern }));

/** The route that matches a path, as the router chooses it. */
export function routeOf(path: string): RouteInfo | undefined {
  const [pathname = "/"] = path.split(/[?#]/);
  const found = matchRoutes(ROUTE_OBJECTS, pathname)?.at(-1)?.route.path;
  return ROUTES.find(({ pattern }) => pattern === found);
}

/** The address with its parameters filled in, optional ones if known. @throws for any other. */
export function fillParams(pattern: string, parameters: Record<string, string>): string {
  return pattern.replace(/\/:(\w+)(\?)?|\*/g, (found, name?: string, optional?: string) => {
    const value = parameters[name ?? "*"];
    if (value === undefined && optional) return "";
    if (value === undefined) throw new Error(`Nothing fills ${found} of ${pattern}`);
    return name ? `/${value}` : value;
  });
}

/** Remix's own data request for a page: the loaders' data, of all routes or of one. */
export function dataUrl(address: string, routes?: string): string {
  const [path = "", search = ""] = address.split("?");
  const query = [search, routes && `_routes=${encodeURIComponent(routes)}`].filter(Boolean).join("&");
  return `${path === "/" ? "/_root" : path.replace(/\/$/, "")}.data${query && `?${query}`}`;
}
