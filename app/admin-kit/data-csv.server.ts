import type { StaffViewer } from "~/auth/viewer.server";
import type { Field } from "./fields.server";
import type { Listed, ListedRow, QueriedList, StoredList } from "./resource.server";

/** Begins the last line of a list's data: how many rows there are, so that a file that ends early can be told. */
export const ROW_COUNT = "#rows";

/** A column of data: a property as it is kept, under the name of its field. */
export type DataColumn<Row> = readonly [name: string, text: (row: Row) => string];

/** The columns of a list as data: all that its viewer may know of a record, in the order of its form. */
export const dataColumns = <Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
): readonly DataColumn<Row>[] =>
  "entity" in resource ? storedColumns(resource, viewer) : queriedColumns(resource);

function storedColumns<Row extends ListedRow>(resource: StoredList<Row>, viewer: StaffViewer) {
  const fields: readonly Field[] = resource.form?.fields ?? [];
  const { select } = resource.visibleTo(viewer);
  const named = fields.filter(({ property }) => (select as readonly string[]).includes(property));
  const others = select.filter((name) => name !== "id" && !named.some(({ property }) => property === name));
  return [
    ...named.map(({ name, property }) => [name, cellText(property)] as const),
    ...others.map((name) => [name, cellText(name)] as const),
  ];
}

/** A query says itself what its figures are. */
const queriedColumns = <Row extends ListedRow>({ listing }: QueriedList<Row>): readonly DataColumn<Row>[] =>
  listing.spreadsheet ?? [];

const cellText = (property: string) => (row: object) => dataText((row as Record<string, unknown>)[property]);

/** A value as programs read it: figures as they are kept, moments by ISO 8601, of another record its id, one entry of a list a line. */
export function dataText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(dataText).join("\n");
  if (typeof value !== "object") return String(value);
  const { id } = value as { id?: unknown };
  return typeof id === "string" ? id : JSON.stringify(value);
}
