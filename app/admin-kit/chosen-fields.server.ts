import { z } from "zod";
import { fieldError } from "~/web/app-error.server";
import { nearestName } from "~/web/nearest-name";
import { described } from "./record-schema.server";

/** The parameter of lists and records that chooses their fields. */
export const FIELDS_PARAM = described(
  z.string().max(1_000).optional(),
  "Names of fields, separated by commas: the records have only these. For a record with a paywall, `locked` shows whether a null is hidden.",
  "id,createdAt",
);

/** The names of a record; one with a paywall has the same in both versions. */
const namesIn = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodUnion
    ? namesIn(schema.options[0] as z.ZodType)
    : schema instanceof z.ZodObject
      ? Object.keys(schema.shape)
      : [];

/**
 * Reads `fields` of a request.
 * @returns a function that leaves the other fields of a record out
 * @throws AppError 422 with the nearest right name
 */
export function readChosenFields(request: Request, schema: z.ZodType) {
  const sent = new URL(request.url).searchParams.getAll("fields");
  if (sent.length === 0) return (record: Record<string, unknown>) => record;
  const names = namesIn(schema);
  const chosen = new Set(
    sent
      .join(",")
      .split(",")
      .map((name) => name.trim()),
  );
  for (const name of chosen) {
    if (names.includes(name)) continue;
    const meant = nearestName(name, names);
    const hint = meant === undefined ? "" : ` Did you mean '${meant}'?`;
    throw fieldError(422, "fields", `There is no field '${name.slice(0, 60)}'.${hint}`);
  }
  return (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => chosen.has(name)));
}
