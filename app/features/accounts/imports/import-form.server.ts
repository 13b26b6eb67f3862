import { TIERS, type Tier } from "db/entities/member";
import type { ImportDecisions } from "db/entities/member-import";
import { invalidFields } from "~/web/app-error.server";
import type { StatusAccess } from "./cell-words.rules";
import { MAX_PLANS } from "./import-columns.rules";

const isTier = (value: unknown): value is Tier => (TIERS as readonly unknown[]).includes(value);

const isAccess = (value: unknown): value is StatusAccess => value === "access" || value === "none";

/** The form's decisions about a file; open ones stay open. @throws AppError 422 */
export function decisionsIn(values: Record<string, unknown>): ImportDecisions {
  const { dateOrder } = values;
  return {
    plans: chosenByName(values, "plan", isTier),
    statuses: chosenByName(values, "status", isAccess),
    ...(dateOrder === "day" || dateOrder === "month" ? { dateOrder } : {}),
    ...openEndIn(values),
    updateKnown: values.updateKnown === "on",
    mailNew: values.mailNew === "on",
  };
}

/** The choice for each name of a kind in the file. */
function chosenByName<Choice>(
  values: Record<string, unknown>,
  kind: "plan" | "status",
  isChoice: (value: unknown) => value is Choice,
): Record<string, Choice> {
  const chosen: [string, Choice][] = [];
  for (let nth = 0; nth < MAX_PLANS; nth += 1) {
    const [name, choice] = [values[`${kind}-${nth}-name`], values[`${kind}-${nth}`]];
    if (typeof name === "string" && isChoice(choice)) chosen.push([name, choice]);
  }
  // Built by `fromEntries`, so that names such as `__proto__` are safe.
  return Object.fromEntries(chosen);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function openEndIn({ openEnd, openEndDay }: Record<string, unknown>): Pick<ImportDecisions, "openEnd"> {
  if (openEnd === "endless") return { openEnd };
  if (openEnd !== "until") return {};
  const day = typeof openEndDay === "string" ? openEndDay.trim() : "";
  const read = new Date(`${day}T00:00:00Z`);
  if (DAY.test(day) && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day))
    return { openEnd: day };
  throw invalidFields({ openEndDay: "Enter the last day, such as 2026-07-16" });
}
