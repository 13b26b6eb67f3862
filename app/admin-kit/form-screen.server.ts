import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/features/auth/viewer.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { formReply } from "~/web/form-replies.server";
import { toFormValue } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { type LastSave, lastSave } from "./change-log.server";
import { fieldData, formValue } from "./field-data.server";
import type { Field } from "./fields.server";
import { listStateOf } from "./list-rows.server";
import { listPath } from "./list-screen.server";
import { writeListState } from "./list-state";
import {
  type Changeable,
  type Editable,
  type FormText,
  type ManagedRecord,
  pictureField,
  type StoredList,
} from "./resource.server";
import { type Mutation, requireRow, saveSubmission } from "./submit.server";

/** A form is a dialog over its list. */
type FormOverList<Row extends ManagedRecord> = StoredList<Row> & Changeable<Row>;

/** Where a form leads back to: the record's own page, where it has one, or the list as it was. */
function returnPath<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  request: Request,
  row?: Row,
): string {
  const { listing } = resource;
  const search = writeListState(listStateOf(listing, request));
  return (row && listing.detailPath?.(row, search)) ?? listPath(resource, request);
}

const formHeader = <Row extends ManagedRecord>(
  { form }: Changeable<Row>,
  heading: string,
  backTo: string,
) => ({
  heading,
  backTo,
  multipart: pictureField(form) !== undefined,
});

export async function newScreen<Row extends ManagedRecord>(
  resource: FormOverList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) {
  await requireStaff(args, resource.roles.write);
  return {
    ...formHeader(resource, resource.form.add.title, returnPath(resource, args.request)),
    version: 0,
    fields: resource.form.fields.map((field) => fieldData(field, toFormValue(field.initial))),
  };
}

export async function editScreen<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  args: LoaderFunctionArgs,
) {
  const viewer = await requireStaff(args, resource.roles.write);
  const row = await requireRow(resource, viewer, args.params.id);
  return {
    ...formHeader(resource, resource.form.update.title, returnPath(resource, args.request, row)),
    about: { title: resource.titleOf(row), saved: await lastSave(resource.path, row.id) },
    version: row.version,
    fields: resource.form.fields.map((field) =>
      fieldData(field, formValue(row, field), pictureFor(row, field)),
    ),
  };
}

/** `about` is what stands in the form already; an empty form is about nothing. */
export type FormScreenData = Awaited<ReturnType<typeof newScreen>> & {
  about?: { title: string; saved?: LastSave };
};

export const createAction = <Row extends ManagedRecord>(
  resource: FormOverList<Row> & Editable<Row>,
  args: LoaderFunctionArgs,
) => formAction(resource, args, "add", resource.form.add);

export const updateAction = <Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  args: LoaderFunctionArgs,
) => formAction(resource, args, "update", resource.form.update);

async function formAction<Row extends ManagedRecord>(
  resource: FormOverList<Row>,
  args: LoaderFunctionArgs,
  mutation: Mutation,
  { failed, done }: FormText,
) {
  const staff = await requireStaff(args, resource.roles.write);
  const { id } = args.params;
  const field = pictureField(resource.form)?.name;
  const form = `${resource.path}/${id ?? "new"}`;
  const picture = field ? ({ owner: { kind: "staff", id: staff.id }, form, field } as const) : undefined;
  return formReply(
    args,
    failed,
    async (submission) => {
      const saved = await saveSubmission(resource, staff, submission, mutation, { id, asks: true });
      const back = returnPath(resource, args.request, mutation === "update" ? saved : undefined);
      return redirectWithToast(back, { tone: "good", text: done });
    },
    picture,
  );
}

function pictureFor<Row extends ManagedRecord>(row: Row, field: Field): StoredPicture | undefined {
  if (field.input !== "picture") return undefined;
  return loadedPicture((row as Record<string, unknown>)[field.property]);
}

/** The loaded picture behind a relation of the ORM, if there is one. */
export function loadedPicture(relation: unknown): StoredPicture | undefined {
  if (typeof relation !== "object" || relation === null) return undefined;
  const loaded = "unwrap" in relation && typeof relation.unwrap === "function" ? relation.unwrap() : relation;
  return loaded as StoredPicture;
}
