import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteHandle } from "~/http/route-handle";
import { narrowed } from "./narrowed";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/**
 * Tells whether an address leads to a page that says `handle.shared`.
 * In development, where the build changes under us, nothing is shared.
 */
export function sharedPages(build: ServerBuild | (() => Promise<ServerBuild>)): (url: string) => boolean {
  if (typeof build === "function") return () => false;
  const objectsFor = narrowed(build, routeObjects);
  return (url) => {
    const path = url.split("?")[0] ?? "/";
    if (path.endsWith(".data")) return false;
    const leaf = matchRoutes(objectsFor(path), path)?.at(-1);
    return (leaf?.route.handle as RouteHandle | undefined)?.shared === true;
  };
}

function routeObjects({ routes }: ServerBuild): RouteObject[] {
  const below = (parentId?: string): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, caseSensitive, module } = route as NonNullable<typeof route>;
        const { handle } = module;
        return index
          ? { id, path, index: true, handle }
          : { id, path, caseSensitive, handle, children: below(id) };
      });
  return below();
}
