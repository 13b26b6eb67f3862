import { MOVER_TYPES } from "db/entities/mover";
import { z } from "zod";
import { described, number, recordSchema } from "~/admin-kit/record-schema.server";

/** A mover as the API gives it; specification, section 3. */
export const moverSchema = recordSchema("MarketMover", "What rose most, fell most or was traded most.", {
  name: described(z.string(), "The security.", "Harbour Foods"),
  last: number("The last price.", 23.75),
  changePercent: number(
    "Per cent since the last close. Losers are shown negative whatever the sign here.",
    6.1,
  ),
  volume: number("What was traded; 0 where nobody says.", 4_180_000),
  moverType: described(z.enum(MOVER_TYPES), "The list it stands in.", "gainers"),
});
