import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/features/auth/viewer.server";
import { pictureAttributes, type StoredPicture } from "~/platform/images/picture";
import type { Submission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { type LastSave, lastSave } from "./change-log.server";
import type { Field } from "./fields.server";
import { asText, conflictOf, type DrawnField, submitForm, unsaved } from "./form.server";
import { listStateOf } from "./list-screen.server";
import { writeListState } from "./list-state";
import { type Managed, pictureField, type Resource } from "./resource.server";
import { type Deed, namedRow, submit } from "./submit.server";

/** Where a form leads back to: the record's own page, where it has one, or the list as it was. */
function wayBack<Row extends Managed>(resource: Resource<Row>, request: Request, row?: Row): string {
  const search = writeListState(listStateOf(resource, request));
  return (row && resource.opens?.(row, search)) ?? `/admin/${resource.path}${search}`;
}

const formOf = <Row extends Managed>(resource: Resource<Row>, heading: string, backTo: string) => ({
  heading,
  backTo,
  multipart: pictureField(resource) !== undefined,
});

export async function newScreen<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  await requireStaff(args, resource.roles.write);
  return {
    ...formOf(resource, resource.names.add, wayBack(resource, args.request)),
    version: 0,
    fields: resource.fields.map((field) => drawn(field, asText(field.initial))),
  };
}

export async function editScreen<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.write);
  const row = await namedRow(resource, viewer, args.params.id);
  return {
    ...formOf(resource, resource.names.edit, wayBack(resource, args.request, row)),
    about: { title: resource.titleOf(row), saved: await lastSave(resource.path, row.id) },
    version: row.version,
    fields: resource.fields.map((field) => drawn(field, held(row, field), pictureOf(row, field))),
  };
}

/** `about` is what stands in the form already; an empty form is about nothing. */
export type FormScreenData = Awaited<ReturnType<typeof newScreen>> & {
  about?: { title: string; saved?: LastSave };
};

export const createAction = <Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) =>
  formAction(resource, args, "add");

export const updateAction = <Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) =>
  formAction(resource, args, "update");

async function formAction<Row extends Managed>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
  deed: Deed,
) {
  const staff = await requireStaff(args, resource.roles.write);
  const { failed, done } = resource.texts;
  const handle = async (submission: Submission) => {
    const outcome = await submit(resource, staff, submission, deed, { id: args.params.id, asks: true });
    if ("conflict" in outcome) {
      const { conflict } = outcome;
      return unsaved(conflictOf(submission, heldBy(resource, conflict), conflict.version), { status: 409 });
    }
    const back = wayBack(resource, args.request, deed === "update" ? outcome.saved : undefined);
    return redirectWithToast(back, { tone: "good", text: done[deed] });
  };
  const field = pictureField(resource)?.name;
  const form = `${resource.path}/${args.params.id ?? "new"}`;
  const owner = { kind: "staff", id: staff.id } as const;
  return submitForm(args, failed[deed], handle, field ? { owner, form, field } : undefined);
}

const drawn = (field: Field, value: string, picture?: StoredPicture): DrawnField => {
  const { name, label, hint, input, required, maxLength, more, half, rows, options = [] } = field;
  return {
    name,
    label,
    hint,
    input,
    required,
    maxLength,
    more,
    half,
    rows,
    value,
    options: [...options],
    picture: picture && pictureAttributes(picture),
  };
};

const held = <Row extends Managed>(row: Row, field: Field): string =>
  field.input === "image" ? "" : asText((row as Record<string, unknown>)[field.property]);

/** What a record holds now, as the texts of its fields. */
const heldBy = <Row extends Managed>({ fields }: Resource<Row>, row: Row): Record<string, string> =>
  Object.fromEntries(
    fields.filter(({ input }) => input !== "image").map((field) => [field.name, held(row, field)]),
  );

function pictureOf<Row extends Managed>(row: Row, field: Field): StoredPicture | undefined {
  if (field.input !== "image") return undefined;
  return pictureIn((row as Record<string, unknown>)[field.property]);
}

/** The loaded picture behind a relation of the ORM, if there is one. */
export function pictureIn(relation: unknown): StoredPicture | undefined {
  if (typeof relation !== "object" || relation === null) return undefined;
  const loaded = "unwrap" in relation && typeof relation.unwrap === "function" ? relation.unwrap() : relation;
  return loaded as StoredPicture;
}
