import type { StaffViewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { formatTime } from "~/ui/dates";
import { DRAFT_OVER, DRAFT_WRITER, type DrawnWriting, PREVIEW } from "~/ui/writing/names";
import { lengthInWords } from "~/ui/writing/word-count";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Submission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import type { FieldData } from "../field-data.server";
import { markdownFields } from "../fields.server";
import type { Changeable, ManagedRecord } from "../resource.server";
import { type Draft, type DraftPlace, draftOf, finishDraft } from "./drafts.server";
import { drawWriting } from "./draw-writing.server";
import { typedIn } from "./typed.server";

/** In the address of a form: it begins with its draft. */
const DRAFT = "draft";

/** What the form of a record without an id is called. */
export const NEW = "new";

/** @param id of the record; none for an empty form */
export const draftPlace = (path: string, staff: StaffViewer, id: string = NEW): DraftPlace => ({
  staffId: staff.id,
  form: `${path}/${id.toLowerCase()}`,
});

/** What a form that is written in needs beside its fields. */
export type FormWriting = DrawnWriting & {
  /** How long each text is. */
  lengths: Record<string, string>;
  /** Where what is typed is sent to be drawn, and to be kept. */
  previewAt: string;
  draftAt: string;
  /** Its draft, where its owner has one; `known` where the form says all that it does. */
  draft?: {
    revision: number;
    writer: string;
    at: string;
    known: boolean;
    restoreTo: string;
    discardAt: string;
  };
  /** The form begins with it. */
  restored: boolean;
};

/** A form's draft, if it has one, and whether the form is to begin with it. */
export type DraftFound = { draft?: Draft; restores: boolean };

export async function findDraft<Row extends ManagedRecord>(
  { path, form }: Changeable<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  id?: string,
): Promise<DraftFound> {
  if (markdownFields(form).length === 0) return { restores: false };
  const draft = await loadOr(args, "draft not read", draftOf(draftPlace(path, staff, id)), undefined);
  return { draft, restores: draft !== undefined && new URL(args.request.url).searchParams.has(DRAFT) };
}

/**
 * What stands beside the fields of a form that is written in; nothing for any other.
 * @param fields as they are drawn
 * @param listState of the list below it, as its address has it
 */
export async function writingOf<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  { id, fields, listState, found }: FormDrawn,
): Promise<FormWriting | undefined> {
  const written = markdownFields(resource.form);
  if (written.length === 0) return undefined;
  const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const base = `/admin/writing/${resource.path}`;
  const draftAt = `${base}/${id ?? NEW}/draft`;
  const { draft, restores } = found;
  return {
    ...(await drawWriting(resource, args, staff, typed)),
    lengths: Object.fromEntries(written.map(({ name }) => [name, lengthInWords(typed[name] ?? "")])),
    previewAt: `${base}/preview`,
    draftAt,
    draft: draft && {
      revision: draft.revision,
      writer: draft.writer,
      at: savedAtInWords(draft.savedAt),
      known: isSaid(draft, typed),
      restoreTo: withDraft(formPath(resource.path, id), listState),
      discardAt: `${draftAt}/deletion${listState}`,
    },
    restored: restores,
  };
}

type FormDrawn = { id?: string; fields: readonly FieldData[]; listState: string; found: DraftFound };

export const formPath = (path: string, id?: string): string =>
  id === undefined || id === NEW ? `/admin/${path}/${NEW}` : `/admin/${path}/${id}/edit`;

const withDraft = (path: string, listState: string) =>
  `${path}${listState ? `${listState}&` : "?"}${DRAFT}=restored`;

export const savedAtInWords = (moment: Date): string => formatTime(moment, "datetime", config().siteTz);

/** Whether the form says all that the draft does: it begins with it, or was saved like that elsewhere. */
const isSaid = (draft: Draft, typed: Readonly<Record<string, string>>) =>
  Object.entries(draft.typed).every(([name, text]) => (typed[name] ?? "") === text);

/** What the form's Preview button asks for. @returns undefined where another button was pressed */
export async function previewAsked<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  submission: Submission,
): Promise<{ preview: DrawnWriting & Pick<FormWriting, "lengths"> } | undefined> {
  if (submission.values[PREVIEW] === undefined) return undefined;
  const written = markdownFields(resource.form);
  if (written.length === 0) return undefined;
  const typed = typedIn(resource.form, submission);
  const lengths = written.map(({ name }) => [name, lengthInWords(typed[name] ?? "")] as const);
  return {
    preview: {
      ...(await drawWriting(resource, args, staff, typed)),
      lengths: Object.fromEntries(lengths),
    },
  };
}

/** Of which draft a form says that it is the text: that of its window, and the one it was restored from. */
export function draftNamedIn({ values }: Pick<Submission, "values">): { writer?: string; over: number } {
  const writer = values[DRAFT_WRITER];
  const over = Number(values[DRAFT_OVER] || 0);
  return {
    writer: typeof writer === "string" && isUuid(writer) ? writer.toLowerCase() : undefined,
    over: Number.isSafeInteger(over) && over > 0 && over < 2 ** 31 ? over : 0,
  };
}

/** The form is saved: that its draft stays behind is no reason to say that it is not. */
export async function forgetDraft<Row extends ManagedRecord>(
  { path, form }: Changeable<Row>,
  staff: StaffViewer,
  submission: Submission,
  id?: string,
): Promise<void> {
  if (markdownFields(form).length === 0) return;
  try {
    await finishDraft(draftPlace(path, staff, id), draftNamedIn(submission));
  } catch (error) {
    log().warn({ err: error }, "draft not forgotten");
  }
}
