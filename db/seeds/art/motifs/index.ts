import type { Motif } from "../drawing";
import * as cityAndState from "./city-and-state";
import * as energy from "./energy";
import * as moneyAndPaper from "./money-and-paper";
import * as prices from "./prices";
import * as seaAndFreight from "./sea-and-freight";
import * as technology from "./technology";

/** Every motif by name. A motif is a pure function of its scene: same scene, same drawing. */
export const MOTIFS = {
  ...seaAndFreight,
  ...energy,
  ...cityAndState,
  ...technology,
  ...prices,
  ...moneyAndPaper,
} satisfies Record<string, Motif>;

export type MotifName = keyof typeof MOTIFS;
