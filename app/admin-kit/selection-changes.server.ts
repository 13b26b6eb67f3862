import type { StaffViewer } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { deleteQuestion } from "./delete-question";
import { type Field, publicationField } from "./fields.server";
import {
  type Changeable,
  isRemovable,
  type Listed,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type StoredList,
} from "./resource.server";

/** The records of a list, where several can be changed at once. */
export type Selectable<Row extends ManagedRecord> = StoredList<Row> &
  Changeable<Row> &
  Partial<Removable<Row>>;

/** Rows whose boxes may be ticked together: a page of the longest list. */
export const MAX_SELECTED = 25;

/** Rows that are changed together because they match: each is saved as by its form, and all of them wait for the last. */
export const MAX_MATCHING = 500;

/** What the buttons below a list do with the rows that are ticked. */
export type SelectionChange = { name: "publish" | "unpublish" | "delete" | "choose"; label: string };

/** One of them as it was asked for. */
export type RequestedChange = SelectionChange & {
  /** What the change gives each record, and the field that has it; absent where it deletes them. */
  field?: Field;
  value?: string;
  question: string;
  /** @param count of those that were changed */
  done: (count: number) => string;
};

const PUBLICATIONS = {
  publish: { label: "Publish", value: "published", done: "published" },
  unpublish: { label: "Unpublish", value: "draft", done: "unpublished" },
} as const;

/**
 * The records behind a list that this viewer may change several at once of; undefined where that is none. What is only
 * listed cannot be changed from its list.
 */
export function selectableBy<Row extends ListedRow>(
  resource: Listed<Row>,
  viewer: StaffViewer,
): Selectable<Row & ManagedRecord> | undefined {
  if (!("entity" in resource && resource.form?.fields && resource.singular)) return undefined;
  // What has a form is stored, and has what every stored record has.
  const selectable = resource as unknown as Selectable<Row & ManagedRecord>;
  return selectionChanges(selectable, viewer).length > 0 ? selectable : undefined;
}

/** What this viewer may do with several at once. */
export function selectionChanges<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  { role }: StaffViewer,
): SelectionChange[] {
  const writes = resource.roles.write.includes(role);
  const choice = writes ? chosenField(resource) : undefined;
  return [
    ...(writes && publicationField(resource.form)
      ? (["publish", "unpublish"] as const).map((name) => ({ name, label: PUBLICATIONS[name].label }))
      : []),
    ...(choice ? [{ name: "choose" as const, label: `Set ${lower(choice.label)}` }] : []),
    ...(isRemovable(resource) && resource.roles.remove.includes(role)
      ? [{ name: "delete" as const, label: "Delete" }]
      : []),
  ];
}

/** The field whose choice is made for several at once. */
export const chosenField = <Row extends ManagedRecord>({
  form,
  listing,
}: Selectable<Row>): (Field & { label: string }) | undefined =>
  form.fields.find(({ name }) => name === listing.chosenTogether) as (Field & { label: string }) | undefined;

const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/**
 * What was asked to be done, in words, for so many records.
 * @param value the option that "choose" chooses
 * @returns undefined where this viewer may not, or where there is no such option
 */
export function describeChange<Row extends ManagedRecord>(
  resource: Selectable<Row>,
  viewer: StaffViewer,
  asked: { change: string | null; value: string | null },
  count: number,
): RequestedChange | undefined {
  const change = selectionChanges(resource, viewer).find(({ name }) => name === asked.change);
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
      const option = field?.options?.find(({ value }) => value === asked.value);
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
