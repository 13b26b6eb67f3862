import type { ServerBuild } from "@remix-run/node";
import type { RouteEntry } from "./route-table";

/**
 * Tells whether an address leads to a page that says `handle.shared`.
 * In development, where the build changes under us, nothing is shared.
 */
export function sharedPages(
  build: ServerBuild | (() => Promise<ServerBuild>),
  placeOf: (path: string) => RouteEntry | undefined,
): (url: string) => boolean {
  if (typeof build === "function") return () => false;
  return (url) => {
    const path = url.split("?")[0] ?? "/";
    return !path.endsWith(".data") && placeOf(path)?.shared === true;
  };
}
