import { groupByPlan, type PlanPart, planKey } from "./plan-lengths.rules";

/** The texts that all lengths of a plan share. */
export type PlanTexts = { tagline: string; benefits: readonly string[] };

/** A length of a plan with its texts. */
export type LengthWithTexts = PlanPart & PlanTexts & { id: string };

export const PLAN_TEXTS = ["tagline", "benefits"] as const;
export type PlanText = (typeof PLAN_TEXTS)[number];

const isBlank = (text: PlanTexts[PlanText]) => text.length === 0;
const isSame = (one: PlanTexts[PlanText], other: PlanTexts[PlanText]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** A plan's texts. Each comes from the shortest length that has it, because older lengths may have none. */
export function planTexts(lengths: readonly PlanTexts[]): PlanTexts {
  const first = <Text extends PlanText>(name: Text): PlanTexts[Text] | undefined =>
    lengths.map((length) => length[name]).find((text) => !isBlank(text));
  return { tagline: first("tagline") ?? "", benefits: first("benefits") ?? [] };
}

/** The text changes that saving one length causes, by package id. Only changed texts are included. */
export type TextChanges = Map<string, Partial<Record<PlanText, PlanTexts[PlanText]>>>;

/**
 * One plan has one tagline and one list of benefits. A text edited for one length changes all of them,
 * emptied texts included. A text that was not edited takes the plan's.
 * @param sold packages on sale, `saved` included, in the order of the plans' page
 * @param before the package before an update
 */
export function textChanges(
  sold: readonly LengthWithTexts[],
  saved: LengthWithTexts,
  before?: LengthWithTexts,
): TextChanges {
  const changes: TextChanges = new Map();
  const plan = groupByPlan(sold).find((lengths) => lengths.some(({ id }) => id === saved.id)) ?? [];
  const others = plan.filter(({ id }) => id !== saved.id);
  if (others.length === 0) return changes;
  const change = (id: string, name: PlanText, text: PlanTexts[PlanText]) =>
    changes.set(id, { ...changes.get(id), [name]: text });
  const planText = planTexts(others);
  for (const name of PLAN_TEXTS) {
    const own = saved[name];
    const isTyped = before ? !isSame(before[name], own) : !isBlank(own);
    const isJoining = !before || planKey(before) !== planKey(saved);
    if (!isTyped && (isJoining || isBlank(own)) && !isBlank(planText[name])) {
      if (!isSame(own, planText[name])) change(saved.id, name, planText[name]);
      continue;
    }
    for (const other of others) {
      if (!isSame(other[name], own) && (isTyped || isBlank(other[name]))) change(other.id, name, own);
    }
  }
  return changes;
}
