import type { Close } from "~/ui/charts/series";
import type { CallState } from "../call-events.rules";
import { REASON_LABELS } from "../calls.rules";

/** Something that happened to a call, on a day (yyyy-mm-dd). Prices are of shares of the day it was made. */
export type CallStep = { day: string; text: string; price?: number; end?: "win" | "loss" | "none" };

type Told = {
  madeOn: string;
  /** From which it is measured: later where no price was known when it was made. */
  enteredOn: string;
  /** What was changed of its terms, oldest first. */
  changes: readonly { day: string; text: string }[];
  /** The close at which it stood further ahead than at its end. */
  best?: Close;
  /** How it was settled; undefined for one that was not. */
  settled?: { price: number; won: boolean };
};

/** A call from the day it was made to its end, in order. */
export function stepsOf(call: CallState, { madeOn, enteredOn, changes, best, settled }: Told): CallStep[] {
  const { audience, entryPrice, endedOn, closeReason } = call;
  const price = entryPrice === null ? undefined : Number(entryPrice);
  const hasLaterEntry = enteredOn > madeOn;
  const made: CallStep = {
    day: madeOn,
    text: `Made, for ${audience === "private" ? "Private members" : "members"}`,
    price: hasLaterEntry ? undefined : price,
  };
  const entry = hasLaterEntry ? [{ day: enteredOn, text: "First price, from which it counts", price }] : [];
  const between = [
    ...entry,
    ...changes,
    ...(best ? [{ day: best.day, text: "Stood best", price: best.close }] : []),
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
