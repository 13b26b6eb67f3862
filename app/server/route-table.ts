import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { remembered } from "~/platform/remembered";
import type { RouteHandle } from "~/web/route-handle";
import { perRouteSubset } from "./route-subset";

/** What an address leads to. */
export type RouteEntry = {
  /** As app/routes.ts has it, with the names of its parameters: `/reset-password/:token`. */
  pattern: string;
  /** People read it; anything else answers a program. */
  page: boolean;
  /** It answers GET. */
  reads: boolean;
  acts: boolean;
  /** All readers of a tier see the same. */
  shared: boolean;
  /** Of its query, what a shared page reads. */
  params: readonly string[];
};

type Routed = Omit<RouteEntry, "pattern">;
type RouteObject = Parameters<typeof matchRoutes>[0][number];

/**
 * Finds the route of a request's path (encoded, without its query), also for the form that ends in `.data`.
 * In development, where the build changes under us, it knows the last one, and nothing before there is one.
 */
export function routeTable(
  build: ServerBuild | (() => Promise<ServerBuild>),
): (path: string) => RouteEntry | undefined {
  if (typeof build !== "function") return tableOf(build);
  let latest: ((path: string) => RouteEntry | undefined) | undefined;
  return (path) => {
    build().then(
      (current) => {
        latest = tableOf(current);
      },
      () => {},
    );
    return latest?.(path);
  };
}

function tableOf(build: ServerBuild): (path: string) => RouteEntry | undefined {
  const objectsFor = perRouteSubset(build, routeObjects);
  return remembering((path) => {
    const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/_root$/, "/") : path;
    if (!isDecodable(page)) return undefined;
    const matches = matchRoutes(objectsFor(page), page);
    const leaf = matches?.at(-1);
    if (!matches || !leaf) return undefined;
    const segments = matches.map(({ route }) => route.path ?? "").filter(Boolean);
    return { ...(leaf.route.handle as Routed), pattern: `/${segments.join("/")}` };
  });
}

/** So many addresses, and none that is longer: whoever invents addresses fills no memory with them. */
const REMEMBERED = { paths: 1_000, characters: 200 };

/** Comparing an address with the routes takes a tenth of a request's time, and each request asks several times. */
function remembering<Found>(find: (path: string) => Found): (path: string) => Found {
  const known = remembered(REMEMBERED.paths, find);
  return (path) => (path.length > REMEMBERED.characters ? find(path) : known(path));
}

/** Of any other path the router says so on the console, with all that stands in it. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function routeObjects({ routes }: ServerBuild): RouteObject[] {
  const below = (parentId?: string): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, caseSensitive, module } = route as NonNullable<typeof route>;
        const declared = module.handle as RouteHandle | undefined;
        const handle: Routed = {
          page: module.default !== undefined,
          reads: module.loader !== undefined || module.default !== undefined,
          acts: module.action !== undefined,
          shared: declared?.shared === true,
          params: declared?.params ?? [],
        };
        return index
          ? { id, path, index: true, handle }
          : { id, path, caseSensitive, handle, children: below(id) };
      });
  return below();
}
