import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/**
 * Something made of the build for every first segment an address may have, out of none but the routes that such an address
 * can lead to. Remix compares an address with all routes it was given, and for two hundred of them that takes as long as
 * drawing the page (decision 0014).
 * @param create is called once for each first segment that is asked for, and once for all that are none of ours
 * @returns what was made for a request's path (encoded, without its query, dot segments resolved)
 */
export function perRouteSubset<Value>(
  build: ServerBuild,
  create: (part: ServerBuild) => Value,
): (path: string) => Value {
  const firsts = firstSegments(build.routes);
  const known = new Set(firsts.values());
  const cache = new Map<string, Value>();
  return (path) => {
    const requested = firstSegmentOf(path);
    const segment = requested === undefined || known.has(requested) ? requested : ANY;
    const key = segment ?? WHOLE;
    const value =
      cache.get(key) ?? create(segment === undefined ? build : buildSubset(build, firsts, segment));
    cache.set(key, value);
    return value;
  };
}

/** Stand for a first segment that is a parameter or the rest of an address, and for all of them: no segment holds a slash. */
const ANY = "/*";
const WHOLE = "/";

/** By route id, of every route that has an address of its own. Lower case, as Remix compares. */
function firstSegments(routes: Routes): Map<string, string> {
  const firsts = new Map<string, string>();
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    const paths = chainOf(routes, route.id).map((id) => routes[id]?.path ?? "");
    const [first = ""] = paths.filter(Boolean).join("/").split("/");
    firsts.set(route.id, /^[:*]|\?$/.test(first) ? ANY : first.toLowerCase());
  }
  return firsts;
}

/** From the root to the route. */
function chainOf(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return parentId === undefined ? [id] : [...chainOf(routes, parentId), id];
}

function buildSubset(build: ServerBuild, firsts: Map<string, string>, segment: string): ServerBuild {
  const candidates = [...firsts].filter(([, first]) => first === segment || first === ANY);
  const ids = new Set(candidates.flatMap(([id]) => chainOf(build.routes, id)));
  const only = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** @returns undefined for what cannot be decoded. `.data` asks for a page's data, `/_root.data` for the home page's. */
function firstSegmentOf(path: string): string | undefined {
  const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/_root$/, "/") : path;
  try {
    return decodeURIComponent(page.split("/")[1] ?? "").toLowerCase();
  } catch {
    return undefined;
  }
}
