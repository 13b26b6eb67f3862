import type { ServerBuild } from "@remix-run/node";
import { stripReferral } from "~/access/referral-cookie.server";
import type { Config } from "~/platform/config.server";
import { remembered } from "~/platform/remembered";
import { isApiPath } from "~/web/api-path";
import { type AddressGuards, guardAddress } from "./address-guards";
import type { RouteEntry } from "./route-table";

/** What is known of a request by its address alone. */
export type Address = {
  /** Encoded, without its query. */
  path: string;
  guards: AddressGuards;
  /** It has a friend's code, which is not part of the page's address. */
  hasReferral: boolean;
  /** Where its page may be kept for all who may read it. */
  shared?: SharedAddress;
};

export type SharedAddress = {
  /**
   * The address that the page is drawn and kept for: without the parameters that it does not read, the others in the order
   * in which the page names them. Invented parameters thus lead to the page that is kept already, and stand on no page that
   * others get.
   */
  url: string;
  /** A page for people, or data for programs. */
  kind: "page" | "data";
};

/** To find what an address is takes longer than sending a kept page. */
const REMEMBERED_ADDRESSES = 4_000;

/** Longer addresses are searches or mischief: they would only push good ones out, here and among the pages. */
const MAX_URL = 300;

/**
 * Looks an address up, as it was requested. In development, where the build changes under us, nothing is remembered and no
 * page shared.
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
  const known = remembered(REMEMBERED_ADDRESSES, addressOf);
  return (url) => (url.length > MAX_URL ? addressOf(url) : known(url));
}

/** Of a page that says `handle.shared`. */
function sharedAddress(
  path: string,
  search: string,
  placeOf: (path: string) => RouteEntry | undefined,
): SharedAddress | undefined {
  const place = path.endsWith(".data") ? undefined : placeOf(path);
  if (!place?.shared) return undefined;
  const url = withParams(path, search, place.params);
  return url.length > MAX_URL ? undefined : { url, kind: isApiPath(path) ? "data" : "page" };
}

function withParams(path: string, search: string, params: readonly string[]): string {
  if (search.length < 2 || params.length === 0) return path;
  const given = new URLSearchParams(search);
  const read = params.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
}
