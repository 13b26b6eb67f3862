import { listPath, requestedListState } from "./list-rows.server";
import { withParam, writeListState } from "./list-state";
import { RESTORE_PARAM } from "./older-version.server";
import type { ChangeableResource, ManagedRecord, StoredList } from "./resource.server";
import { WORKING_COPY } from "./working-copies/working-copies.rules";
import { formPath } from "./writing/form-writing.server";

/** A form is a dialog over its list. */
export type FormOverList<Row extends ManagedRecord> = StoredList<Row> & ChangeableResource<Row>;

/** The address after a form: the record's page if it has one, or the list in its last state. */
export function returnPath<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  request: Request,
  row?: Row,
): string {
  const { listing } = resource;
  const search = writeListState(requestedListState(listing, request));
  return (row && listing.detailPath?.(row, search)) ?? listPath(resource, request);
}

/** The button that returns to an empty form; then in the address, with the saved record's id. */
export const ANOTHER = "another";
/** The record whose values an empty form starts with. */
export const COPY_OF = "copy";

/** The address of the empty form over the list. @param name of an extra parameter @param value its value */
export const newPath = <Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  request: Request,
  name: string,
  value: string,
) =>
  `/admin/${resource.path}/new${withParam(writeListState(requestedListState(resource.listing, request)), name, value)}`;

/** The form of a record's working copy. */
export const copyPath = <Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  request: Request,
  id: string,
) =>
  formPath(resource.path, id) +
  withParam(writeListState(requestedListState(resource.listing, request)), WORKING_COPY, "on");

/** The change in the address, before which the record was as its form shows it. */
export const restoredChangeId = (request: Request) => new URL(request.url).searchParams.get(RESTORE_PARAM);
