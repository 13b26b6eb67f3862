import { PUBLICATION_STATUSES } from "db/columns";
import { z } from "zod";
import { lockableForm, numberOrNull, told } from "~/admin-kit/record-schema.server";

const buyZone = z.strictObject({
  min: numberOrNull("Its lower end.", 142),
  max: numberOrNull("Its upper end.", 150.5),
});

/** A brief as the API gives it; specification, section 3, and decisions.md, "Locking". */
export const dailyBriefForm = lockableForm(
  "DailyBrief",
  "A day’s note on one company.",
  {
    companyName: told(z.string(), "The company, as readers know it.", "Northwind Shipping"),
    ticker: told(z.string(), "Its symbol.", "NWSH"),
    analysis: told(
      z.string(),
      "The note itself.",
      "Rates for container ships rose for the fifth week.\n\nNorthwind has let half of its fleet on contracts that end this year.",
    ),
    buyZone: told(buyZone.nullable(), "Prices between which we would buy; either end may be open."),
    status: told(z.enum(PUBLICATION_STATUSES), "Drafts are shown to staff only.", "published"),
    author: told(z.string(), "Who wrote it; Admin where nobody is named.", "Ben Okafor"),
  },
  ["analysis", "buyZone", "updatedAt", "version"],
);
