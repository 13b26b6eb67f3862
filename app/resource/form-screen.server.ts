import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/http/log.server";
import { pictureAttributes, type StoredPicture } from "~/http/picture";
import { notFound } from "~/http/replies.server";
import { redirectWithToast } from "~/http/toast.server";
import { readSubmission, type Submission } from "~/http/uploads.server";
import { requireStaff } from "~/http/viewer.server";
import { readAnswers } from "./answers.server";
import { type Managed, pictureField, type Resource } from "./declare.server";
import type { Field } from "./fields.server";
import { findRow } from "./find.server";
import { listStateOf } from "./list-screen.server";
import { writeListState } from "./list-state";
import { type Saved, save } from "./save.server";

/** One field as the form draws it. */
export type DrawnField = Pick<
  Field,
  "name" | "label" | "hint" | "input" | "required" | "maxLength" | "more"
> & {
  options: { value: string; label: string }[];
  value: string;
  picture?: ReturnType<typeof pictureAttributes>;
};

/** A form that did not save: what was typed, and why. Values are as they were sent, files cannot be kept. */
export type FormProblem = {
  title: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** Somebody saved first: their values by field, and the version the next save is made on. */
  theirs?: Record<string, string>;
  version?: number;
};

const formOf = <Row extends Managed>(resource: Resource<Row>, heading: string, search: string) => ({
  heading,
  backTo: `/admin/${resource.path}${search}`,
  multipart: pictureField(resource) !== undefined,
});

export async function newScreen<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  await requireStaff(args, resource.roles.write);
  const search = writeListState(listStateOf(resource, args.request));
  return {
    ...formOf(resource, resource.names.add, search),
    version: 0,
    fields: resource.fields.map((field) => drawn(field, asText(field.initial))),
  };
}

export async function editScreen<Row extends Managed>(resource: Resource<Row>, args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, resource.roles.write);
  const row = await findRow(resource, args.params.id, { where: resource.visibleTo(viewer).where });
  if (!row) throw notFound(resource.texts.missing);
  const search = writeListState(listStateOf(resource, args.request));
  return {
    ...formOf(resource, resource.names.edit, search),
    version: row.version,
    fields: resource.fields.map((field) => drawn(field, held(row, field), pictureOf(row, field))),
  };
}

export type FormScreenData = Awaited<ReturnType<typeof newScreen>>;

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
    return unsaved({ ...problemOf(submission, {}), title: text }, 500);
  }
  if ("missing" in outcome) throw notFound(resource.texts.missing);
  if ("conflict" in outcome) return unsaved(conflictOf(resource, submission, outcome.conflict), 409);
  const back = `/admin/${resource.path}${writeListState(listStateOf(resource, args.request))}`;
  return redirectWithToast(back, { tone: "good", text: mode === "create" ? done.add : done.update });
}

const unsaved = (problem: FormProblem, status: number) => data({ problem }, { status });

const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

function problemOf({ values }: Submission, errors: Record<string, string>): FormProblem {
  const count = Object.keys(errors).length;
  return {
    title: `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`,
    errors,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)])),
  };
}

/** decisions.md, "Back-office": a save on top of somebody else's newer save is refused with both values shown. */
function conflictOf<Row extends Managed>(
  resource: Resource<Row>,
  submission: Submission,
  current: Row,
): FormProblem {
  const theirs: Record<string, string> = {};
  for (const field of resource.fields) {
    const value = held(current, field);
    if (field.input !== "image" && value !== asText(submission.values[field.name]))
      theirs[field.name] = value;
  }
  return {
    ...problemOf(submission, {}),
    title: "Nothing was saved: somebody else changed this record while you were editing it",
    theirs,
    version: current.version,
  };
}

const drawn = (field: Field, value: string, picture?: StoredPicture): DrawnField => {
  const { name, label, hint, input, required, maxLength, more, options = [] } = field;
  return {
    ...{ name, label, hint, input, required, maxLength, more, value },
    options: [...options],
    picture: picture && pictureAttributes(picture),
  };
};

const asText = (value: unknown): string => {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return "on";
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value).replaceAll("\r\n", "\n");
};

const held = <Row extends Managed>(row: Row, field: Field): string =>
  field.input === "image" ? "" : asText((row as Record<string, unknown>)[field.property]);

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
