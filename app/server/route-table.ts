import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { memoize } from "~/platform/memoize";
import type { RouteHandle } from "~/web/route-handle";
import { perRouteSubset } from "./route-subset";

/** The route of an address. */
export type RouteEntry = {
  /** The pattern in app/routes.ts, with parameter names: `/reset-password/:token`. */
  pattern: string;
  /** A page for people; otherwise an address for programs. */
  page: boolean;
  /** It answers GET. */
  reads: boolean;
  acts: boolean;
  /** All readers of a tier see the same page. */
  shared: boolean;
  /** Query parameters that a shared page reads. */
  params: readonly string[];
};

type Routed = Omit<RouteEntry, "pattern">;
type RouteObject = Parameters<typeof matchRoutes>[0][number];

/**
 * Finds the route of a path (encoded, without its query), also with `.data`. In development, where the build
 * changes, it uses the latest build, if there is one.
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

/** Limits the number and length of remembered addresses, so that invented ones do not fill the memory. */
const REMEMBERED = { paths: 1_000, characters: 200 };

/** Matching routes takes a tenth of a request's time, and each request needs it several times. */
function remembering<Found>(find: (path: string) => Found): (path: string) => Found {
  const known = memoize(REMEMBERED.paths, find);
  return (path) => (path.length > REMEMBERED.characters ? find(path) : known(path));
}

/** The router logs a warning with the whole path for any other one. */
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
