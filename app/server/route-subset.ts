import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/**
 * Something made of the build for every two first segments an address may have, out of none but the routes that such an address
 * can lead to. Remix compares an address with all routes it was given, and for two hundred of them that takes as long as
 * drawing the page.
 * @param create is called once for each two segments that are asked for, those that are none of ours being one
 * @returns what was made for a request's path (encoded, without its query, dot segments resolved)
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

/** The first two segments of an address; what it has not is empty. */
type Start = readonly [first: string, second: string];

/** Stands for a segment that is a parameter or the rest of an address; no segment holds a slash. */
const ANY = "/*";
/** The key of all routes; each other one has a slash between its segments. */
const WHOLE = "whole";

/** By route id, of every route that has an address of its own. Lower case, as Remix compares. */
function startsOfRoutes(routes: Routes): Map<string, Start> {
  const starts = new Map<string, Start>();
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    const paths = chainOf(routes, route.id).map((id) => routes[id]?.path ?? "");
    const segments = paths.filter(Boolean).join("/").toLowerCase().split("/");
    // What may be left out moves those behind it, and a star is as many as there are.
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

/** One for all addresses that lead to the same routes: segments that no route names are any. */
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

/** @returns undefined for what cannot be decoded. `.data` asks for a page's data, `/_root.data` for the home page's. */
function startOf(path: string): Start | undefined {
  const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/_root$/, "/") : path;
  const [, first = "", second = ""] = page.split("/");
  try {
    return [decodeURIComponent(first).toLowerCase(), decodeURIComponent(second).toLowerCase()];
  } catch {
    return undefined;
  }
}
