import { type EntitySchema, sql } from "@mikro-orm/core";
import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import { capitalise } from "~/ui/format";
import { unknownName } from "~/web/accepted-names.server";
import { AppError, fieldError } from "~/web/app-error.server";
import { nearestName } from "~/web/nearest-name";
import type { Field } from "./fields.server";
import { described } from "./record-schema.server";
import type { ListedRow, ListFilter, Visible } from "./resource.server";

const BEHIND_PAYWALL =
  "Refused with 403 if you have no access to any record; a record that is locked for you never matches.";

/** A filter by one of a few words, in any casing. */
export const choiceFilter = (
  { name, property = name, locked }: { name: string; property?: string; locked?: boolean },
  values: readonly string[],
  where: (value: string) => object,
): ListFilter => ({
  ...{ name, property, locked },
  schema: filterSchema(z.enum([...values]), `Only records with this \`${name}\`.`, locked),
  where(sent) {
    const value = values.find((known) => known.toLowerCase() === sent.trim().toLowerCase());
    if (value !== undefined) return where(value);
    throw fieldError(422, name, unknownName(name, sent, nearestName(sent, values))[1]);
  },
});

const filterSchema = (schema: z.ZodType, meaning: string, locked?: boolean) =>
  described(schema.optional(), locked ? `${meaning} ${BEHIND_PAYWALL}` : meaning);

/** The parameters of an operation with these filters. */
export const filterParams = (filters: readonly ListFilter[] = []): Record<string, $ZodType> =>
  Object.fromEntries(filters.map(({ name, schema }) => [name, schema]));

type Declared = { entity: Pick<EntitySchema, "meta">; fields: readonly Field[] };

/**
 * Filters by fields of a declaration. A text is compared without case if the entity has it so: `lowerTicker`.
 * @param isLocked by the field's name
 * @throws Error for a name that is no field
 */
export const fieldFilters = (
  { entity, fields }: Declared,
  names: readonly string[],
  isLocked: (name: string) => boolean = () => false,
): ListFilter[] =>
  names.map((name) => {
    const field = fields.find((each) => each.name === name);
    if (!field) throw new Error(`${entity.meta.className} has no ${name}`);
    return fieldFilter(entity, field, isLocked(name));
  });

function fieldFilter(entity: Declared["entity"], field: Field, locked: boolean): ListFilter {
  const { name, property, format, schema, maxLength = 0, answer } = field;
  const read = (sent: string) => {
    const { data, error } = schema.safeParse(sent);
    if (data !== undefined && data !== null && data !== "") return data;
    throw fieldError(422, name, error?.issues[0]?.message ?? `“${name}” must not be empty`);
  };
  if (format.type === "choice") {
    const words = answer.schema instanceof z.ZodEnum ? answer.schema.options : format.options;
    const values = words.map((word) => String(typeof word === "object" ? word.value : word));
    return choiceFilter({ name, property, locked }, values, (value) => ({ [property]: read(value) }));
  }
  const lower = `lower${capitalise(property)}`;
  const ignoresCase = Object.hasOwn(entity.meta.properties, lower);
  const [type, meaning] =
    format.type === "flag"
      ? [z.boolean(), `Only records with this \`${name}\`.`]
      : [
          z.string().max(maxLength),
          `Only records with exactly this \`${name}\`${ignoresCase ? ", in any casing" : ""}.`,
        ];
  return {
    ...{ name, property, locked },
    schema: filterSchema(type, meaning, locked),
    where(sent) {
      const value = read(sent);
      if (ignoresCase) return { [lower]: sql`lower(${value}::text)` };
      const own = { [property]: value };
      // Answers say "Admin" if nobody is named.
      return answer.serialize?.(null) === value ? { $or: [own, { [property]: null }] } : own;
    },
  };
}

const LOCKED = "is locked for you, so you cannot filter by it.";

/**
 * The conditions of a request's filters. Where only some records are open to the viewer, the others never match: what
 * they have in a locked field cannot be found out by asking for it.
 * @throws AppError 422 for an invalid value, 403 for a field that is locked for this viewer
 */
export const readFilters = <Row extends ListedRow>(
  filters: readonly ListFilter[],
  search: URLSearchParams,
  { select, more }: Visible<Row>,
): object[] =>
  filters.flatMap(({ name, property, where }) => {
    const [sent, ...others] = search.getAll(name);
    if (sent === undefined) return [];
    if (others.length > 0) throw fieldError(422, name, `Send “${name}” only once.`);
    const reads = (properties?: readonly string[]) => properties?.includes(property);
    if (!select || reads(select)) return [where(sent)];
    if (more && reads(more.select)) return [{ $and: [more.where, where(sent)] }];
    throw new AppError(403, `“${name}” ${LOCKED}`);
  });
