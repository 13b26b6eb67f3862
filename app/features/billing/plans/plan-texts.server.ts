import type { EntityManager } from "@mikro-orm/postgresql";
import { Package } from "db/entities/package";
import { logChange } from "~/admin-kit/change-log.server";
import type { Written } from "~/admin-kit/resource.server";
import { toFormValue } from "~/web/submission.server";
import { type LengthWithTexts, PLAN_TEXTS, type PlanTexts, textChanges } from "./plan-texts.rules";

const lengthWithTexts = ({
  id,
  name,
  tier,
  currency,
  expiresIn,
  tagline,
  benefits,
}: Package): LengthWithTexts => ({
  id,
  name,
  tier,
  currency,
  tagline,
  benefits,
  days: expiresIn ?? null,
});

/**
 * Gives all lengths of a plan the same tagline and benefits after one of them is saved. Runs in the save's
 * transaction.
 */
export async function sharePlanTexts(
  manager: EntityManager,
  written: readonly Written<Package>[],
): Promise<void> {
  for (const { before, after, staff } of written) {
    if (!after || after.archivedAt) continue;
    const sold = await manager.find(
      Package,
      { archivedAt: null, tier: after.tier, currency: after.currency },
      { orderBy: { price: "asc", createdAt: "asc", id: "asc" } },
    );
    const changes = textChanges(
      sold.map(lengthWithTexts),
      lengthWithTexts(after as Package),
      before && lengthWithTexts(before as Package),
    );
    for (const row of sold) {
      const texts = changes.get(row.id);
      if (!texts) continue;
      const fields = PLAN_TEXTS.filter((name) => texts[name] !== undefined);
      logChange(manager, staff, {
        action: "edited",
        resource: "packages",
        recordId: row.id,
        recordTitle: row.name,
        recordVersion: row.version + 1,
        detail: { fields },
        differences: Object.fromEntries(
          fields.map((name) => [name, { from: toFormValue(row[name]), to: toFormValue(texts[name]) }]),
        ),
      });
      manager.assign(row, texts as Partial<PlanTexts> as never);
    }
    await manager.flush();
  }
}
