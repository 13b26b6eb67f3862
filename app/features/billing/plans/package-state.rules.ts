import type { Tier } from "~/auth/viewer.server";
import { daysLeft } from "~/ui/dates";

/**
 * A viewer of the packages. `until` is the end of a paid tier; absent if it has none. `bonusDays` come with
 * an invited member's first payment. `isTrial`: the current access is a trial.
 */
export type PackageReader = { tier: Tier; until?: Date; bonusDays?: number; isTrial?: boolean } | undefined;

export type PackageState =
  | { kind: "included" }
  | { kind: "current"; until?: Date }
  | { kind: "waits"; until?: Date }
  | {
      kind: "open";
      until: Date;
      bonusDays?: number;
      replaces?: { tier: Tier; daysLeft?: number };
      /** The end of the reader's trial of it: a purchase begins then. */
      trialUntil?: Date;
    };

const DAY_MS = 86_400_000;

/**
 * What the reader can do with a package. Basic cannot be bought; it is current for readers without another
 * tier. The current package is not offered again, unless it is a trial. Premium waits until Private ends;
 * specification, section 4.
 * @param now when a purchase would begin
 */
export function packageState(
  sold: { tier: Tier; days: number | null },
  reader: PackageReader,
  now: Date,
): PackageState {
  if (sold.tier === "Basic" && reader?.tier === "Basic") return { kind: "current" };
  if (sold.tier === "Basic" || sold.days === null) return { kind: "included" };
  const trialUntil = reader?.isTrial && reader.tier === sold.tier ? reader.until : undefined;
  if (reader?.tier === sold.tier && !trialUntil) return { kind: "current", until: reader.until };
  if (reader?.tier === "Private") return { kind: "waits", until: reader.until };
  const bonusDays = reader?.bonusDays || undefined;
  const from = trialUntil ?? now;
  const until = new Date(from.getTime() + (sold.days + (bonusDays ?? 0)) * DAY_MS);
  const open: PackageState = { kind: "open", until, bonusDays };
  if (!reader || reader.tier === "Basic") return open;
  if (trialUntil) return { ...open, trialUntil };
  // Private begins at once and ends the remaining Premium days. Buyers must see this before they pay.
  return {
    ...open,
    replaces: { tier: reader.tier, daysLeft: reader.until && daysLeft(now, reader.until) },
  };
}

/** Whether the reader has it now, bought or on trial. */
export const isHeld = (state: PackageState): boolean =>
  state.kind === "current" || (state.kind === "open" && state.trialUntil !== undefined);
