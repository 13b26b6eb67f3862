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

/** What a form would save, as far as it makes a length of a plan. */
function partIn(values: Values, before?: Package): PlanPart {
  const { name, price, tier, currency, expiresIn } = { ...before, ...values };
  return {
    name: String(name),
    tier: typeof tier === "string" ? tier : impliedTier(String(name), String(price)),
    currency: typeof currency === "string" ? currency : "USD",
    days: typeof expiresIn === "number" ? expiresIn : null,
  };
}

/**
 * Asks whether a second package of the same plan and length is meant, where one is on sale. It is allowed, stands on a card of its own,
 * and is saved by the API without a question; one that there was before is asked about only when it becomes another.
 */
export async function sameLengthWarnings(values: Values, before?: Package): Promise<Record<string, string>> {
  const part = partIn(values, before);
  if (before && isSameLength(partIn({}, before), part)) return {};
  const tier = TIERS.find((known) => known === part.tier);
  if (!tier) return {};
  const others = await OTHERS.all({ id: before?.id ?? null, tier, days: part.days });
  if (!others.some((other) => isSameLength(other, part))) return {};
  const length = part.days === null ? "without an end" : `for ${part.days} days`;
  return { expiresIn: `${part.name.trim()} (${tier}) ${length} is on sale already: is another one meant?` };
}
