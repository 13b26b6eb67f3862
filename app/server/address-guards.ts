import type { Config } from "~/platform/config.server";
import type { GuardResponse } from "./guard-response";
import { isDecodable } from "./route-table";

/** Why requests for an address go no further, whoever sends them; judged in this order. */
export type AddressGuards = {
  /** It is none at all. */
  malformed: GuardResponse | undefined;
  /** Nobody may know what is there. */
  hidden: GuardResponse | undefined;
  /** It belongs to the demo, and this is none. */
  outside: GuardResponse | undefined;
  /** It is spelled otherwise, or cannot be read. */
  moved: GuardResponse | undefined;
};

const NO_SUCH_PAGE: GuardResponse = { status: 404, message: "There is no such page." };

/** With two slashes (or a backslash) it would name another host as soon as somebody resolves it. */
const VALID_PATH = /^\/(?![/\\])/;

/**
 * What resolving an address makes another one of. Browsers send it resolved; whoever does not would be judged by one
 * address here and be led to another by Remix.
 */
const NON_CANONICAL = /[\\#]|\/(\.|%2e){1,2}(?=\/|$)/i;

/** @param search with its question mark */
export function guardAddress(path: string, search: string, config: Pick<Config, "demo">): AddressGuards {
  return {
    malformed: VALID_PATH.test(path)
      ? undefined
      : { status: 400, message: "This address is not one of ours." },
    hidden: isHidden(path, search) ? NO_SUCH_PAGE : undefined,
    outside: isOutsideTheDemo(path, config) ? NO_SUCH_PAGE : undefined,
    moved: canonicalRedirect(path, search) ?? undecodable(path),
  };
}

/**
 * Remix's own back doors: loaders run alone by `_data`, and a manifest that can hold the event loop. And detours.
 */
function isHidden(path: string, search: string): boolean {
  // Any letter of the name may come percent-encoded.
  const data = /_data|%/.test(search) && new URLSearchParams(search).has("_data");
  return data || path.startsWith("/__manifest") || NON_CANONICAL.test(path);
}

/** The demo's own pages are not there where there is no demo, by any method. */
const isOutsideTheDemo = (path: string, { demo }: Pick<Config, "demo">): boolean =>
  !demo && path.startsWith("/demo/");

/** Other spellings of our addresses; decisions.md, "Paths and layout". */
const PATH_ALIASES: [RegExp, string][] = [
  [/^\/stockpicks(?=\/|$)/, "/stock-picks"],
  [/^\/trade-alerts(?=\/|$)/, "/trade-alert"],
  [/^\/markets(?=\/|$)/, "/market"],
  [/^\/forgot-password(?=\/|$)/, "/forget-password"],
  [/^\/dashboard\/delete(?=\/|$)/, "/dashboard/deletion"],
];

function canonicalRedirect(path: string, search: string): GuardResponse | undefined {
  const lowered = path.replace(/^\/[^/]+/, (first) => first.toLowerCase());
  const canonical = PATH_ALIASES.reduce((found, [pattern, to]) => found.replace(pattern, to), lowered);
  if (canonical === path) return undefined;
  return { status: 308, message: "", headers: { Location: canonical + search } };
}

/** The files of the build answer for themselves. */
function undecodable(path: string): GuardResponse | undefined {
  return path.startsWith("/assets/") || isDecodable(path) ? undefined : NO_SUCH_PAGE;
}
