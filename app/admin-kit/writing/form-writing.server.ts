import type { StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { formatTime } from "~/ui/dates";
import { truncate } from "~/ui/format";
import { DRAFT_OVER, DRAFT_WRITER, type DrawnWriting, draftName, PREVIEW } from "~/ui/writing/names";
import { lengthInWords } from "~/ui/writing/word-count";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Submission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import type { FieldData } from "../field-data.server";
import { markdownFields } from "../fields.server";
import type { Changeable, ManagedRecord } from "../resource.server";
import { type Draft, type DraftPlace, finishDraft, loadDrafts, type SeenDraft } from "./drafts.server";
import { drawWriting } from "./draw-writing.server";
import { readTyped } from "./typed.server";

/** In the address of a form: it begins with the draft of the window that it names. */
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
  /** What was typed in other windows and not saved, the newest first; without what the form says itself. */
  left: LeftDraft[];
  discardAt: string;
  /** The drafts that the form says all of, as a form names them. */
  over: string;
  /** When the draft was kept that the form begins with, where it does. */
  restored?: string;
};

export type LeftDraft = {
  writer: string;
  /** As a form names it. */
  name: string;
  /** What it begins with. */
  title: string;
  at: string;
  restoreTo: string;
};

/** A form's drafts, and the one of them that the form is to begin with. */
export type DraftsFound = { drafts: Draft[]; restored?: Draft };

export async function findDrafts<Row extends ManagedRecord>(
  { path, form }: Changeable<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  id?: string,
): Promise<DraftsFound> {
  if (markdownFields(form).length === 0) return { drafts: [] };
  const drafts = await loadOr(args, "drafts not read", loadDrafts(draftPlace(path, staff, id)), []);
  const wanted = new URL(args.request.url).searchParams.get(DRAFT);
  return { drafts, restored: drafts.find(({ writer }) => writer === wanted) };
}

/**
 * What stands beside the fields of a form that is written in; nothing for any other.
 * @param fields as they are drawn
 * @param listState of the list below it, as its address has it
 */
export async function loadWriting<Row extends ManagedRecord>(
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
  const isOver = (draft: Draft) => draft === found.restored || isInForm(draft, typed);
  return {
    ...(await drawWriting(resource, args, staff, typed)),
    lengths: Object.fromEntries(written.map(({ name }) => [name, lengthInWords(typed[name] ?? "")])),
    previewAt: `${base}/preview`,
    draftAt,
    left: found.drafts
      .filter((draft) => !isOver(draft))
      .map((draft) => ({
        writer: draft.writer,
        name: draftName(draft),
        title: draftTitle(resource, draft),
        at: savedAtInWords(draft.savedAt),
        restoreTo: withDraft(formPath(resource.path, id), listState, draft),
      })),
    discardAt: `${draftAt}/deletion${listState}`,
    over: found.drafts.filter(isOver).map(draftName).join(" "),
    restored: found.restored && savedAtInWords(found.restored.savedAt),
  };
}

/** What tells drafts apart: the first words of the first field that has any. */
function draftTitle<Row extends ManagedRecord>({ form }: Changeable<Row>, { typed }: Draft): string {
  const texts = form.fields
    .filter(({ input }) => TEXTS.includes(input))
    .map(({ name }) => typed[name]?.trim());
  return truncate(texts.find(Boolean) ?? "");
}

const TEXTS: readonly FieldData["input"][] = ["text", "textarea"];

type FormDrawn = { id?: string; fields: readonly FieldData[]; listState: string; found: DraftsFound };

export const formPath = (path: string, id?: string): string =>
  id === undefined || id === NEW ? `/admin/${path}/${NEW}` : `/admin/${path}/${id}/edit`;

const withDraft = (path: string, listState: string, { writer }: Draft) =>
  `${path}${listState ? `${listState}&` : "?"}${DRAFT}=${writer}`;

export const savedAtInWords = (moment: Date): string => formatTime(moment, "datetime", config().siteTz);

/** Whether the form says all that the draft does: it begins with it, or was saved like that elsewhere. */
const isInForm = (draft: Draft, typed: Readonly<Record<string, string>>) =>
  Object.entries(draft.typed).every(([name, text]) => (typed[name] ?? "") === text);

/** What the form's Preview button asks for. @returns undefined where another button was pressed */
export async function requestedPreview<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  submission: Submission,
): Promise<{ preview: DrawnWriting & Pick<FormWriting, "lengths"> } | undefined> {
  if (submission.values[PREVIEW] === undefined) return undefined;
  const written = markdownFields(resource.form);
  if (written.length === 0) return undefined;
  const typed = readTyped(resource.form, submission);
  const lengths = written.map(({ name }) => [name, lengthInWords(typed[name] ?? "")] as const);
  return {
    preview: {
      ...(await drawWriting(resource, args, staff, typed)),
      lengths: Object.fromEntries(lengths),
    },
  };
}

/** Of which drafts a form says that it is the text: that of its window, and those it says all of. */
export function namedDrafts({ values }: Pick<Submission, "values">): { writer?: string; over: SeenDraft[] } {
  const { [DRAFT_WRITER]: writer, [DRAFT_OVER]: over } = values;
  return {
    writer: typeof writer === "string" && isUuid(writer) ? writer.toLowerCase() : undefined,
    over: typeof over === "string" ? over.split(" ").slice(0, MOST_NAMED).flatMap(seenDraft) : [],
  };
}

/** Nobody leaves as many windows; a longer list is no list of drafts. */
const MOST_NAMED = 100;

function seenDraft(name: string): SeenDraft[] {
  const [writer = "", digits = ""] = name.split(":");
  const revision = Number(digits);
  const isRevision = Number.isSafeInteger(revision) && revision > 0 && revision < 2 ** 31;
  return isUuid(writer) && isRevision ? [{ writer: writer.toLowerCase(), revision }] : [];
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
    await finishDraft(draftPlace(path, staff, id), namedDrafts(submission));
  } catch (error) {
    log().warn({ err: error }, "draft not forgotten");
  }
}
