import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { deleteQuestion } from "./delete-question";
import { type Field, publicationField } from "./fields.server";
import {
  type ChangeableResource,
  isRemovable,
  type Listed,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type StoredList,
} from "./resource.server";

/** Records of which several can be changed together. */
export type Selectable<Row extends ManagedRecord> = StoredList<Row> &
  ChangeableResource<Row> &
  Partial<Removable<Row>>;

/** The most selected rows: the largest page size. */
export const MAX_SELECTED = 25;

/** The most rows of all pages that are changed together: each is saved like a form, in one transaction. */
export const MAX_MATCHING = 500;

/** An action for the selected rows. */
export type SelectionChange = { name: "publish" | "unpublish" | "delete" | "choose"; label: string };

/** A requested action. */
export type RequestedChange = SelectionChange & {
  /** The field and its new value; absent for deletion. */
  field?: Field;
  value?: string;
  question: string;
  /** @param count of changed records */
  done: (count: number) => string;
};

const PUBLICATIONS = {
  publish: { label: "Publish", value: "published", done: "published" },
  unpublish: { label: "Unpublish", value: "draft", done: "unpublished" },
} as const;

/** The list's records if this viewer may change several together; otherwise undefined. Query lists are read-only.
 */
export function selectableBy<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
): Selectable<Row & ManagedRecord> | undefined {
  if (!("entity" in resource && resource.form?.fields && resource.singular)) return undefined;
  // A list with a form is stored, so its rows are managed records.
  const selectable = resource as unknown as Selectable<Row & ManagedRecord>;
  return selectionChanges(selectable, viewer).length > 0 ? selectable : undefined;
}

/** The viewer's actions for selected rows. */
export function selectionChanges<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  viewer: StaffViewer,
): SelectionChange[] {
  const writes = can(viewer, resource.roles.write.permission);
  const choice = writes ? chosenField(resource) : undefined;
  return [
    ...(writes && publicationField(resource.form)
      ? (["publish", "unpublish"] as const).map((name) => ({ name, label: PUBLICATIONS[name].label }))
      : []),
    ...(choice ? [{ name: "choose" as const, label: `Set ${lower(choice.label)}` }] : []),
    ...(isRemovable(resource) && can(viewer, resource.roles.remove.permission)
      ? [{ name: "delete" as const, label: "Delete" }]
      : []),
  ];
}

/** The field that can be set for several rows. */
export const chosenField = <Row extends ManagedRecord>({
  form,
  listing,
}: Selectable<Row>): (Field & { label: string }) | undefined =>
  form.fields.find(({ name }) => name === listing.chosenTogether) as (Field & { label: string }) | undefined;

const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** Describes a requested action for a number of records.
 * @param selection the action, and the option for "choose"
 * @returns undefined if the viewer may not do this, or the option does not exist
 */
export function describeChange<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  viewer: StaffViewer,
  selection: { change: string | null; value: string | null },
  count: number,
): RequestedChange | undefined {
  const change = selectionChanges(resource, viewer).find(({ name }) => name === selection.change);
  const these = count === 1 ? `this ${resource.singular}` : `these ${pluralize(count, resource.singular)}`;
  const were = (changed: number) =>
    changed === 1 ? `The ${resource.singular} was` : `${pluralize(changed, resource.singular)} were`;
  switch (change?.name) {
    case "publish":
    case "unpublish": {
      const { label, value, done } = PUBLICATIONS[change.name];
      const field = publicationField(resource.form);
      return {
        ...change,
        field,
        value,
        question: `${label} ${these}?`,
        done: (changed) => `${were(changed)} ${done}`,
      };
    }
    case "choose": {
      const field = chosenField(resource);
      const option = field?.options?.find(({ value }) => value === selection.value);
      if (!field || !option) return undefined;
      const words = `${lower(field.label)} of ${these} to ${option.label}`;
      const done = (changed: number) =>
        `The ${lower(field.label)} of ${pluralize(changed, resource.singular)} was set to ${option.label}`;
      return { ...change, field, value: option.value, question: `Set the ${words}?`, done };
    }
    case "delete": {
      const question =
        count === 1 ? deleteQuestion(resource.singular) : `Are you sure you want to delete ${these}?`;
      return { ...change, question, done: (changed) => `${were(changed)} deleted` };
    }
    default:
      return undefined;
  }
}
