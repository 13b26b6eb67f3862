import { MAX_EXTERNAL_ID } from "db/columns";
import type { Constraint } from "./constraints.server";
import { type Field, optionalText } from "./fields.server";

/** The record's ID in the system of the program that pushes it; see bulk/. A copy of the record has none. */
export const externalId = (): Field => ({
  ...optionalText("externalId", {
    label: "External ID",
    more: true,
    half: true,
    maxLength: MAX_EXTERNAL_ID,
    hint: "The record’s ID in the program that sends it.",
    description: "The record’s ID in your own system; bulk requests can name the record by it. Unique.",
    example: null,
  }),
  notCopied: true,
});

/** Only the index can check the external IDs of other records. */
export const externalIdConstraint = (table: string, singular: string): Constraint => ({
  check: `${table}_external_id_unique`,
  field: "externalId",
  isViolated: () => false,
  message: `Another ${singular} has this external ID`,
});
