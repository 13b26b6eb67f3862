import type { ServerBuild } from "@remix-run/node";
import { stripReferral } from "~/access/referral-cookie.server";
import type { Config } from "~/platform/config.server";
import { memoize } from "~/platform/memoize";
import { isApiPath } from "~/web/api-path";
import { type AddressGuards, guardAddress } from "./address-guards";
import type { RouteEntry } from "./route-table";

/** Facts about a request that follow from its address. */
export type Address = {
  /** Encoded, without its query. */
  path: string;
  guards: AddressGuards;
  /** It has a referral code, which is not part of the page's address. */
  hasReferral: boolean;
  /** Set if the page can be cached for all its readers. */
  shared?: SharedAddress;
};

export type SharedAddress = {
  /**
   * The cached page's address: only the parameters that the page reads, in a fixed order. With unknown
   * parameters, a page for people is therefore the same cached one; the API refuses them.
   */
  url: string;
  /** A page for people, or data for programs. */
  kind: "page" | "data";
};

/** Analysing an address takes longer than sending a cached page. */
const REMEMBERED_ADDRESSES = 4_000;

/** Longer addresses are searches or abuse, and would evict useful entries here and in the page cache. */
const MAX_URL = 300;

/**
 * Looks up the address of a request. In development, where the build changes, nothing is cached and no page
 * is shared.
 */
export function addressTable(
  build: ServerBuild | (() => Promise<ServerBuild>),
  placeOf: (path: string) => RouteEntry | undefined,
  config: Pick<Config, "demo">,
  isFile: (path: string) => boolean,
): (url: string) => Address {
  const isFixed = typeof build !== "function";
  const addressOf = (url: string): Address => {
    const at = url.indexOf("?");
    const path = at < 0 ? url : url.slice(0, at);
    const search = at < 0 ? "" : url.slice(at);
    const guards = guardAddress(path, search, config);
    const passes = Object.values(guards).every((guard) => guard === undefined);
    const shared = isFixed && passes && !isFile(path) ? sharedAddress(path, search, placeOf) : undefined;
    return { path, guards, hasReferral: stripReferral(url) !== undefined, shared };
  };
  if (!isFixed) return addressOf;
  const known = memoize(REMEMBERED_ADDRESSES, addressOf);
  return (url) => (url.length > MAX_URL ? addressOf(url) : known(url));
}

/** For pages with `handle.shared`. */
function sharedAddress(
  path: string,
  search: string,
  placeOf: (path: string) => RouteEntry | undefined,
): SharedAddress | undefined {
  const place = path.endsWith(".data") ? undefined : placeOf(path);
  if (!place?.shared) return undefined;
  const kind = isApiPath(path) ? "data" : "page";
  // The API refuses such a request, so a cached page must not answer it.
  if (kind === "data" && hasOtherParams(search, place.params)) return undefined;
  const url = withParams(path, search, place.params);
  return url.length > MAX_URL ? undefined : { url, kind };
}

const hasOtherParams = (search: string, params: readonly string[]): boolean =>
  [...new URLSearchParams(search).keys()].some((name) => !params.includes(name));

function withParams(path: string, search: string, params: readonly string[]): string {
  if (search.length < 2 || params.length === 0) return path;
  const given = new URLSearchParams(search);
  const read = params.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
}
