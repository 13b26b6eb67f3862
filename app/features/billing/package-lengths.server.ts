import type { EntityManager } from "@mikro-orm/postgresql";
import { TIERS } from "db/entities/member";
import { Package } from "db/entities/package";
import { columnAs, columns } from "db/entity-columns.server";
import { int, literal, uuid } from "db/sql";
import { script, statement } from "db/statement.server";
import type { Written } from "~/admin-kit/resource.server";
import { AppError } from "~/web/app-error.server";
import { FIX_THE_FORM } from "~/web/validator";
import { isSameLength, type PlanPart } from "./plan-lengths.rules";

/** Whoever makes a length of a plan waits for who is making another: each sees what there is when it writes. */
const LOCK = script("packages.lock-lengths")`select pg_advisory_xact_lock(102112715)`;

const LENGTH = {
  ...columns(Package, "name", "tier", "currency"),
  days: columnAs("packages", Package, "expiresIn"),
};
const OTHERS = statement("packages.other-lengths", LENGTH)`
  select ${LENGTH} from packages
   where archived_at is null and id <> ${uuid("id")} and tier = ${literal(TIERS)("tier")}
     and expires_in is not distinct from ${int.orNull("days")}`;

const partOf = ({ name, tier, currency, expiresIn }: Package): PlanPart => ({
  name,
  tier,
  currency,
  days: expiresIn ?? null,
});

/**
 * Refuses a second package of the same plan and length among those on sale. The table has no such index: older data may hold some,
 * which are saved as before until their name, tier or days are changed.
 * @throws AppError 422
 */
export async function refuseSameLength(
  manager: EntityManager,
  written: readonly Written<Package>[],
): Promise<void> {
  for (const { before, after } of written) {
    if (!after || after.archivedAt) continue;
    const part = partOf(after);
    if (before && isSameLength(partOf(before), part)) continue;
    await LOCK.run(manager);
    const { tier, days } = part;
    const others = await OTHERS.all({ id: after.id, tier: after.tier, days }, manager);
    if (!others.some((other) => isSameLength(other, part))) continue;
    const message = `${part.name.trim()} (${tier}) ${days === null ? "without an end" : `for ${days} days`} is on sale already: choose other days, or another name`;
    throw new AppError(422, FIX_THE_FORM, { fieldErrors: { expiresIn: message } });
  }
}
