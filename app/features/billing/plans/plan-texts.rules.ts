import { type PlanPart, planKey, plansOf } from "./plan-lengths.rules";

/** What is said of a plan, whatever its length. */
export type PlanTexts = { tagline: string; benefits: readonly string[] };

/** A package as far as it is a length of a plan with texts. */
export type ToldPart = PlanPart & PlanTexts & { id: string };

export const PLAN_TEXTS = ["tagline", "benefits"] as const;
export type PlanText = (typeof PLAN_TEXTS)[number];

const isBlank = (text: PlanTexts[PlanText]) => text.length === 0;
const isSame = (one: PlanTexts[PlanText], other: PlanTexts[PlanText]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** What a plan says: each text from the shortest length that has it, because older lengths may have been saved without. */
export function planTexts(lengths: readonly PlanTexts[]): PlanTexts {
  const first = <Text extends PlanText>(name: Text): PlanTexts[Text] | undefined =>
    lengths.map((length) => length[name]).find((text) => !isBlank(text));
  return { tagline: first("tagline") ?? "", benefits: first("benefits") ?? [] };
}

/** What a save of one length makes of the texts of its plan, by the id of the package; only what becomes another is in there. */
export type TextChanges = Map<string, Partial<Record<PlanText, PlanTexts[PlanText]>>>;

/**
 * One plan has one tagline and one list of benefits. What was typed for a length becomes the text of all of them, emptied ones included;
 * what was not takes the text that the plan has.
 * @param sold what is on sale, `saved` included, in the order of the plans' page. @param before the package as it was, for an update
 */
export function textChanges(sold: readonly ToldPart[], saved: ToldPart, before?: ToldPart): TextChanges {
  const changes: TextChanges = new Map();
  const plan = plansOf(sold).find((lengths) => lengths.some(({ id }) => id === saved.id)) ?? [];
  const others = plan.filter(({ id }) => id !== saved.id);
  if (others.length === 0) return changes;
  const change = (id: string, name: PlanText, text: PlanTexts[PlanText]) =>
    changes.set(id, { ...changes.get(id), [name]: text });
  const told = planTexts(others);
  for (const name of PLAN_TEXTS) {
    const own = saved[name];
    const isTyped = before ? !isSame(before[name], own) : !isBlank(own);
    const isJoining = !before || planKey(before) !== planKey(saved);
    if (!isTyped && (isJoining || isBlank(own)) && !isBlank(told[name])) {
      if (!isSame(own, told[name])) change(saved.id, name, told[name]);
      continue;
    }
    for (const other of others) {
      if (!isSame(other[name], own) && (isTyped || isBlank(other[name]))) change(other.id, name, own);
    }
  }
  return changes;
}
