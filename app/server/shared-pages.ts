import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteHandle } from "~/http/route-handle";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/**
 * Tells whether an address leads to a page that says `handle.shared`.
 * In development, where the build changes under us, nothing is shared.
 */
export function sharedPages(build: ServerBuild | (() => Promise<ServerBuild>)): (url: string) => boolean {
  if (typeof build === "function") return () => false;
  const objects = (parentId?: string): RouteObject[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, caseSensitive, module } = route as NonNullable<typeof route>;
        const { handle } = module;
        return index
          ? { id, path, index: true, handle }
          : { id, path, caseSensitive, handle, children: objects(id) };
      });
  const tree = objects();
  return (url) => {
    const path = url.split("?")[0] ?? "/";
    if (path.endsWith(".data")) return false;
    const leaf = matchRoutes(tree, path)?.at(-1);
    return (leaf?.route.handle as RouteHandle | undefined)?.shared === true;
  };
}
