import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import type { PriceJump } from "./price-jumps.queries.server";

export type PriceJumpsProps = { jumps: readonly PriceJump[] };

/** One note for each jump that looks like a missing split: what it blocks and what to do. */
export function PriceJumps({ jumps }: PriceJumpsProps) {
  return jumps.map((jump) => (
    <Note key={jump.day} tone="warn" title={jumpTitle(jump)}>
      <p>
        This looks like a split that has not been entered ({splitInWords(jump.ratio)}). Prices from this day
        on cannot settle open calls until you add the split, import the right price or confirm this one.
      </p>
      <form method="post">
        <input type="hidden" name="confirm" value={jump.day} />
        <input type="hidden" name="before" value={jump.before} />
        <input type="hidden" name="close" value={jump.close} />
        <Button size="sm" busyText="Confirming...">
          Confirm the price<span className="sr"> of {jump.day}</span>
        </Button>
      </form>
    </Note>
  ));
}

/**
 * Notes with a link to the page that handles jumps.
 * @param to the page of the instrument's splits
 */
export const PriceJumpLinks = ({ jumps, to }: PriceJumpsProps & { to: string }) =>
  jumps.map((jump) => (
    <Note key={jump.day} tone="warn" title={jumpTitle(jump)}>
      Open calls wait for the split or a confirmation: <a href={to}>check this price</a>.
    </Note>
  ));

/** "From 2026-07-15 to 2026-07-16 the close went from 100 to 10". */
const jumpTitle = ({ day, beforeDay, before, close }: PriceJump): string =>
  `From ${beforeDay} to ${day} the close went from ${before} to ${close}`;

const splitInWords = (ratio: number): string =>
  ratio > 1 ? `${ratio} for one` : `one for ${Number((1 / ratio).toFixed(2))}`;
