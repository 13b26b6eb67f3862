import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/**
 * The build with none but the routes that an address can lead to, judged by the address's first segment. Remix compares
 * an address with every route it knows, three times for a page; for all two hundred that takes longer than most pages do.
 * @returns the part for a request's path (encoded, without its query)
 */
export function buildParts(build: ServerBuild): (path: string) => ServerBuild {
  const firsts = firstSegments(build.routes);
  const known = new Set(firsts.values());
  const parts = new Map<string, ServerBuild>();
  return (path) => {
    const asked = firstSegment(path);
    if (asked === undefined) return build;
    const segment = known.has(asked) ? asked : ANY;
    const part = parts.get(segment) ?? partOf(build, firsts, segment);
    parts.set(segment, part);
    return part;
  };
}

/** What stands for a first segment that is a parameter or the rest of the address: no literal segment is this. */
const ANY = "*";

/** By route id, of the routes that are no mere frame around others. Lower case, as Remix compares. */
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

function partOf(build: ServerBuild, firsts: Map<string, string>, segment: string): ServerBuild {
  const leadsOn = [...firsts].filter(([, first]) => first === segment || first === ANY);
  const ids = new Set(leadsOn.flatMap(([id]) => chainOf(build.routes, id)));
  const only = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** @returns undefined for what cannot be decoded. `.data` asks for a page's data, `/_root.data` for the home page's. */
function firstSegment(path: string): string | undefined {
  const page = path.endsWith(".data") ? path.slice(0, -".data".length).replace(/^\/_root$/, "/") : path;
  try {
    return decodeURIComponent(page.split("/")[1] ?? "").toLowerCase();
  } catch {
    return undefined;
  }
}
