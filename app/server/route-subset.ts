import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/**
 * Creates and caches a value per first two path segments, for the subset of routes that such a path can
 * match. Matching an address against all two hundred routes takes as long as rendering the page.
 * @param create runs once per segment pair; unknown segments share one value
 * @returns a function of a request's path (encoded, without query, dot segments resolved)
 */
export function perRouteSubset<Value>(
  build: ServerBuild,
  create: (part: ServerBuild) => Value,
): (path: string) => Value {
  const starts = startsOfRoutes(build.routes);
  const known = [...starts.values()];
  const cache = new Map<string, Value>();
  return (path) => {
    const requested = startOf(path);
    const start = requested && knownStart(requested, known);
    const key = start?.join("/") ?? WHOLE;
    const value = cache.get(key) ?? create(start ? buildSubset(build, starts, start) : build);
    cache.set(key, value);
    return value;
  };
}

/** The first two segments of an address; missing ones are empty. */
type Start = readonly [first: string, second: string];

/** Stands for a parameter or splat segment; real segments contain no slash. */
const ANY = "/*";
/** The key of all routes; other keys have a slash between their segments. */
const WHOLE = "whole";

/** The path of each route by id. Lower case, because Remix matches that way. */
function startsOfRoutes(routes: Routes): Map<string, Start> {
  const starts = new Map<string, Start>();
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    const paths = chainOf(routes, route.id).map((id) => routes[id]?.path ?? "");
    const segments = paths.filter(Boolean).join("/").toLowerCase().split("/");
    // An optional segment shifts those after it, and a splat matches any number.
    const fixed = segments.findIndex((segment) => /\?$|^\*$/.test(segment));
    const segmentAt = (place: number) => {
      if (fixed !== -1 && place >= fixed) return ANY;
      return segments[place]?.startsWith(":") ? ANY : (segments[place] ?? "");
    };
    starts.set(route.id, [segmentAt(0), segmentAt(1)]);
  }
  return starts;
}

/** From the root to the route. */
function chainOf(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return parentId === undefined ? [id] : [...chainOf(routes, parentId), id];
}

/** One key for all addresses with the same possible routes: unknown segments are interchangeable. */
function knownStart([first, second]: Start, known: readonly Start[]): Start {
  const namedFirst = known.some((start) => start[0] === first) ? first : ANY;
  const beside = known.filter((start) => start[0] === namedFirst || start[0] === ANY);
  return [namedFirst, beside.some((start) => start[1] === second) ? second : ANY];
}

function buildSubset(build: ServerBuild, starts: Map<string, Start>, [first, second]: Start): ServerBuild {
  const canMatch = (start: Start) =>
    (start[0] === first || start[0] === ANY) && (start[1] === second || start[1] === ANY);
  const ids = new Set(
    [...starts].flatMap(([id, start]) => (canMatch(start) ? chainOf(build.routes, id) : [])),
  );
  const only = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/**
 * @returns undefined for an undecodable path. `.data` requests a page's data, `/_root.data` the home page's.
 */
function startOf(path: string): Start | undefined {
  const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/_root$/, "/") : path;
  const [, first = "", second = ""] = page.split("/");
  try {
    return [decodeURIComponent(first).toLowerCase(), decodeURIComponent(second).toLowerCase()];
  } catch {
    return undefined;
  }
}
