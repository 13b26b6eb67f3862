import type { StaffViewer } from "~/auth/viewer.server";
import type { Field } from "./fields.server";
import type { Listed, ListedRow, QueriedList, StoredList } from "./resource.server";

/** Starts the last line of raw data, which has the row count: it shows whether a file is complete. */
export const ROW_COUNT = "#rows";

/** A raw data column: a stored property under its field's name. */
export type DataColumn<Row> = readonly [name: string, text: (row: Row) => string];

/** The raw data columns of a list: all properties its viewer may see, in the order of the form. */
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

/** Query lists declare their columns. */
const queriedColumns = <Row extends ListedRow>({ listing }: QueriedList<Row>): readonly DataColumn<Row>[] =>
  listing.spreadsheet ?? [];

const cellText = (property: string) => (row: object) => dataText((row as Record<string, unknown>)[property]);

/**
 * A value for programs: figures as stored, dates in ISO 8601, related records by id, list entries one per
 * line.
 */
export function dataText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(dataText).join("\n");
  if (typeof value !== "object") return String(value);
  const { id } = value as { id?: unknown };
  return typeof id === "string" ? id : JSON.stringify(value);
}
