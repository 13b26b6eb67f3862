import { TIERS } from "db/entities/member";
import { Package } from "db/entities/package";
import { columnAs, columns } from "db/entity-columns.server";
import { int, literal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { impliedTier } from "./package.rules";
import { isSameLength, type PlanPart } from "./plan-lengths.rules";

const LENGTH = {
  ...columns(Package, "name", "tier", "currency"),
  days: columnAs("packages", Package, "expiresIn"),
};
const OTHERS = statement("packages.other-lengths", LENGTH)`
  select ${LENGTH} from packages
   where archived_at is null and id is distinct from ${uuid.orNull("id")}::uuid and tier = ${literal(TIERS)("tier")}
     and expires_in is not distinct from ${int.orNull("days")}`;

type Values = Readonly<Record<string, unknown>>;

/** The plan and length that a form would save. */
function planPart(values: Values, before?: Package): PlanPart {
  const { name, price, tier, currency, expiresIn } = { ...before, ...values };
  return {
    name: String(name),
    tier: typeof tier === "string" ? tier : impliedTier(String(name), String(price)),
    currency: typeof currency === "string" ? currency : "USD",
    days: typeof expiresIn === "number" ? expiresIn : null,
  };
}

/**
 * Warns before a second package of the same plan and length is put on sale. That is allowed: it gets its own
 * card, and the API saves it without a warning. An existing package causes the warning only if its plan or
 * length changes.
 */
export async function sameLengthWarnings(values: Values, before?: Package): Promise<Record<string, string>> {
  const part = planPart(values, before);
  if (before && isSameLength(planPart({}, before), part)) return {};
  const tier = TIERS.find((known) => known === part.tier);
  if (!tier) return {};
  const others = await OTHERS.all({ id: before?.id ?? null, tier, days: part.days });
  if (!others.some((other) => isSameLength(other, part))) return {};
  const length = part.days === null ? "without an end date" : `for ${part.days} days`;
  return {
    expiresIn: `${part.name.trim()} (${tier}) ${length} is already on sale: check that you want a second one`,
  };
}
