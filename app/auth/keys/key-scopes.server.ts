import { TIERS, type Tier } from "db/entities/member";
import { freshnessFor, type Noun, type Permission, rolesWith } from "../permissions.server";

/** What scopes call the subjects of permissions, for those that programs have an address for. */
const SUBJECTS = {
  news: "news",
  videos: "videos",
  "daily-briefs": "briefs",
  "stock-picks": "picks",
  "trade-alerts": "alerts",
  markets: "quotes",
  movers: "movers",
  ads: "ads",
  banners: "banners",
  packages: "packages",
  coupons: "coupons",
  members: "members",
  payments: "payments",
  newsletters: "newsletters",
} as const satisfies Partial<Record<Noun, string>>;

/** Newsletters are only sent: no address of the API lists them. */
const WITHOUT_ADDRESS: ReadonlySet<Permission> = new Set(["newsletters.read"]);

const VERBS = ["read", "write", "delete"] as const;

const isGrantable = (permission: Permission): boolean =>
  rolesWith(permission).length > 0 &&
  freshnessFor(permission) === undefined &&
  !WITHOUT_ADDRESS.has(permission);

const SCOPE_OF: ReadonlyMap<Permission, string> = new Map(
  (Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).flatMap((noun) =>
    VERBS.map((verb) => [`${noun}.${verb}` as Permission, `${SUBJECTS[noun]}:${verb}`] as const).filter(
      ([permission]) => isGrantable(permission),
    ),
  ),
);

/** The scope of a permission: `quotes:write`. Undefined for what a key can never do: it asks people for their password. */
export const scopeOf = (permission: Permission): string | undefined => SCOPE_OF.get(permission);

/** Least first: the last one that a key has counts. */
const TIER_OF: ReadonlyMap<string, Tier> = new Map(
  TIERS.map((tier) => [`content:read:${tier.toLowerCase()}`, tier]),
);

/** Every scope, in the order of forms and documents. */
export const SCOPES: readonly string[] = [...TIER_OF.keys(), ...SCOPE_OF.values()];

/**
 * What scopes allow. Who may write or delete records reads them, too, drafts included; who may write publishes.
 * Unknown scopes, of a newer release, allow nothing.
 */
export function grantsOf(scopes: readonly string[]): { permissions: ReadonlySet<string>; tier?: Tier } {
  const granted = [...SCOPE_OF].filter(([, scope]) => scopes.includes(scope)).map(([name]) => name);
  const permissions = new Set<string>(
    granted.flatMap((name) => [name, name.replace(/\..*/, ".read"), name.replace(".write", ".publish")]),
  );
  const tier = [...TIER_OF].findLast(([scope]) => scopes.includes(scope))?.[1];
  return { permissions, ...(tier ? { tier } : {}) };
}
