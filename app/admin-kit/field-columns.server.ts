import { em } from "db/orm.server";
import type { ManagedRecord, Pasteable } from "./resource.server";

/** The property of a field by its name in forms and the API. */
export const propertyOf = <Row extends ManagedRecord>({ form }: Pasteable<Row>, name: string): string =>
  form.fields.find((field) => field.name === name)?.property ?? name;

/** The column of a field by its name in forms and the API. */
export function columnOf<Row extends ManagedRecord>(resource: Pasteable<Row>, name: string): string {
  const { properties } = em().getMetadata(resource.entity);
  const property = propertyOf(resource, name);
  return (properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0] ?? property;
}
