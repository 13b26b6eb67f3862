import type { LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/http/log.server";
import { pictureAttributes, type StoredPicture } from "~/http/picture";
import { notFound } from "~/http/replies.server";
import { redirectWithToast } from "~/http/toast.server";
import { readSubmission } from "~/http/uploads.server";
import { requireStaff } from "~/http/viewer.server";
import { readAnswers } from "./answers.server";
import { type LastSave, lastSave } from "./changes.server";
import { type Managed, pictureField, type Resource } from "./declare.server";
import type { Field } from "./fields.server";
import { findRow } from "./find.server";
import { asText, conflictOf, type DrawnField, problemOf, unsaved } from "./form.server";
import { listStateOf } from "./list-screen.server";
import { writeListState } from "./list-state";
import { type Saved, save } from "./save.server";

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
  const row = await findRow(resource, args.params.id, { where: resource.visibleTo(viewer).where });
  if (!row) throw notFound(resource.texts.missing);
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
  submit(resource, args, "create");

export const updateAction = <Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) =>
  submit(resource, args, "update");

async function submit<Row extends Managed>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
  mode: "create" | "update",
) {
  const viewer = await requireStaff(args, resource.roles.write);
  const id = mode === "update" ? args.params.id : undefined;
  const { where } = resource.visibleTo(viewer);
  const current = mode === "update" ? await findRow(resource, id, { where }) : undefined;
  if (mode === "update" && !current) throw notFound(resource.texts.missing);
  const picture = pictureField(resource);
  const submission = await readSubmission(args.request, picture ? [picture.name] : []);
  const understood = await readAnswers(resource, submission, mode, current);
  if ("errors" in understood) return unsaved(problemOf(submission, understood.errors), 422);
  const { failed, done } = resource.texts;
  let outcome: Saved<Row>;
  try {
    outcome = await save(resource, viewer, understood.answers, id);
  } catch (error) {
    const text = mode === "create" ? failed.add : failed.update;
    log().error({ requestId: args.context.requestId, err: error }, text);
    return unsaved(problemOf(submission, {}, text), 500);
  }
  if ("missing" in outcome) throw notFound(resource.texts.missing);
  if ("conflict" in outcome) {
    const { conflict } = outcome;
    return unsaved(conflictOf(submission, heldBy(resource, conflict), conflict.version), 409);
  }
  return redirectWithToast(wayBack(resource, args.request, current), {
    tone: "good",
    text: mode === "create" ? done.add : done.update,
  });
}

const drawn = (field: Field, value: string, picture?: StoredPicture): DrawnField => {
  const { name, label, hint, input, required, maxLength, more, half, rows, options = [] } = field;
  return {
    ...{ name, label, hint, input, required, maxLength, more, half, rows, value },
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
