import type { ServerBuild } from "@remix-run/node";
import type { RouteEntry } from "./route-table";

/** Paths whose parameters are remembered: finding the route of an address takes longer than sending a kept page. */
const REMEMBERED_PATHS = 2_000;

/**
 * The address under which a page that says `handle.shared` is drawn and kept: without the parameters that it does not
 * read, the others in the order in which the page names them. Invented parameters thus lead to the page that is kept
 * already, and stand on no page that others get. Undefined for any other page.
 * In development, where the build changes under us, nothing is shared.
 */
export function sharedPages(
  build: ServerBuild | (() => Promise<ServerBuild>),
  placeOf: (path: string) => RouteEntry | undefined,
): (url: string) => string | undefined {
  if (typeof build === "function") return () => undefined;
  const paramsByPath = new Map<string, readonly string[]>();
  const paramsOf = (path: string): readonly string[] | undefined => {
    const known = paramsByPath.get(path);
    if (known) return known;
    const place = path.endsWith(".data") ? undefined : placeOf(path);
    if (!place?.shared) return undefined;
    if (paramsByPath.size >= REMEMBERED_PATHS) paramsByPath.clear();
    paramsByPath.set(path, place.params);
    return place.params;
  };
  return (url) => {
    const [path, query] = splitOnce(url, "?");
    const params = paramsOf(path);
    return params && withParams(path, query, params);
  };
}

function withParams(path: string, query: string, params: readonly string[]): string {
  if (query === "" || params.length === 0) return path;
  const given = new URLSearchParams(query);
  const read = params.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
}

function splitOnce(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
