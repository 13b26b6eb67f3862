import type { Config } from "~/platform/config.server";
import type { GuardResponse } from "./guard-response";
import { isDecodable } from "./route-table";

/** Reasons to refuse an address for everybody, in order of evaluation. */
export type AddressGuards = {
  /** The address is invalid. */
  malformed: GuardResponse | undefined;
  /** The address must not be revealed. */
  hidden: GuardResponse | undefined;
  /** The address belongs to the demo, and this is a real site. */
  outside: GuardResponse | undefined;
  /** The address has another spelling or cannot be decoded. */
  moved: GuardResponse | undefined;
};

const NO_SUCH_PAGE: GuardResponse = { status: 404, message: "This page does not exist." };

/** Two slashes or a backslash would name another host when resolved. */
const VALID_PATH = /^\/(?![/\\])/;

/**
 * Characters that change when an address is resolved. Browsers send resolved addresses; others would be
 * checked by one address here and routed to another by Remix.
 */
const NON_CANONICAL = /[\\#]|\/(\.|%2e){1,2}(?=\/|$)/i;

/** @param search with its question mark */
export function guardAddress(path: string, search: string, config: Pick<Config, "demo">): AddressGuards {
  return {
    malformed: VALID_PATH.test(path) ? undefined : { status: 400, message: "This address is not valid." },
    hidden: isHidden(path, search) ? NO_SUCH_PAGE : undefined,
    outside: isOutsideTheDemo(path, config) ? NO_SUCH_PAGE : undefined,
    moved: canonicalRedirect(path, search) ?? undecodable(path),
  };
}

/**
 * Remix's internal addresses: loaders by `_data`, and a manifest that can block the event loop. Also
 * unresolved addresses.
 */
function isHidden(path: string, search: string): boolean {
  // Any letter of the name may be percent-encoded.
  const data = /_data|%/.test(search) && new URLSearchParams(search).has("_data");
  return data || path.startsWith("/__manifest") || NON_CANONICAL.test(path);
}

/** The demo's pages do not exist on a real site, for any method. */
const isOutsideTheDemo = (path: string, { demo }: Pick<Config, "demo">): boolean =>
  !demo && path.startsWith("/demo/");

/** Aliases of addresses. */
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

/** Build files are handled elsewhere. */
function undecodable(path: string): GuardResponse | undefined {
  return path.startsWith("/assets/") || isDecodable(path) ? undefined : NO_SUCH_PAGE;
}
