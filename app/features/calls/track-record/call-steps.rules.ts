import type { Close } from "~/ui/charts/series";
import type { CallState } from "../call-events.rules";
import { REASON_LABELS } from "../calls.rules";

/** A step of a call, on a day (yyyy-mm-dd). Prices are in shares of the entry day. */
export type CallStep = { day: string; text: string; price?: number; end?: "win" | "loss" | "none" };

type StepsInput = {
  madeOn: string;
  /** The entry day; later than `madeOn` if no price was known then. */
  enteredOn: string;
  /** Changes of its terms, oldest first. */
  changes: readonly { day: string; text: string }[];
  /** The best close, if it was further ahead than the end. */
  best?: Close;
  /** The settlement; undefined for a withdrawn call. */
  settled?: { price: number; won: boolean };
};

/** The steps of a call in order, from its day until it ended. */
export function callSteps(
  call: CallState,
  { madeOn, enteredOn, changes, best, settled }: StepsInput,
): CallStep[] {
  const { audience, entryPrice, endedOn, closeReason } = call;
  const price = entryPrice === null ? undefined : Number(entryPrice);
  const hasLaterEntry = enteredOn > madeOn;
  const made: CallStep = {
    day: madeOn,
    text: `Made, for ${audience === "private" ? "Private members" : "members"}`,
    price: hasLaterEntry ? undefined : price,
  };
  const entry = hasLaterEntry
    ? [{ day: enteredOn, text: "First price; the result counts from here", price }]
    : [];
  const between = [
    ...entry,
    ...changes,
    ...(best ? [{ day: best.day, text: "At its best", price: best.close }] : []),
  ];
  const end: CallStep[] =
    endedOn === null
      ? []
      : [
          {
            day: endedOn,
            text: closeReason === null ? "Withdrawn" : `${REASON_LABELS[closeReason]}, settled`,
            price: settled?.price,
            end: settled === undefined ? "none" : settled.won ? "win" : "loss",
          },
        ];
  return [made, ...between.toSorted((one, other) => one.day.localeCompare(other.day)), ...end];
}
