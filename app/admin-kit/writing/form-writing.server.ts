import type { StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { formatTime } from "~/ui/dates";
import { truncate } from "~/ui/format";
import { DRAFT_OVER, DRAFT_WRITER, draftName, PREVIEW, type TextPanels } from "~/ui/writing/names";
import { lengthInWords } from "~/ui/writing/word-count";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Submission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import type { FieldData } from "../field-data.server";
import { markdownFields } from "../fields.server";
import { withParam } from "../list-state";
import type { ChangeableResource, ManagedRecord } from "../resource.server";
import { WORKING_COPY } from "../working-copies/working-copies.rules";
import { type Draft, type DraftPlace, finishDraft, loadDrafts, type SeenDraft } from "./drafts.server";
import { drawTextPanels } from "./draw-text-panels.server";
import { readFormTexts } from "./form-texts.server";

/** The parameter of the draft that the form starts with. */
const DRAFT = "draft";

/** The name of a new record's form. */
export const NEW = "new";

/** @param id of the record; absent for a new one */
export const draftPlace = (path: string, staff: StaffViewer, id: string = NEW): DraftPlace => ({
  staffId: staff.id,
  form: `${path}/${id.toLowerCase()}`,
});

/** What a form with Markdown fields needs in addition to its fields. */
export type FormWriting = TextPanels & {
  /** The length of each text. */
  lengths: Record<string, string>;
  /** Addresses for previews and drafts. */
  previewAt: string;
  draftAt: string;
  /** Unsaved drafts of other windows, newest first, without those the form includes. */
  left: LeftDraft[];
  discardAt: string;
  /** The drafts that the form includes, in the notation of forms. */
  over: string;
  /** When the restored draft was saved, if there is one. */
  restored?: string;
};

export type LeftDraft = {
  writer: string;
  /** In the notation of forms. */
  name: string;
  /** Its first words. */
  title: string;
  at: string;
  restoreTo: string;
};

/** A form's drafts, and the one to restore. */
export type DraftsFound = { drafts: Draft[]; restored?: Draft };

export async function findDrafts<Row extends ManagedRecord>(
  { path, form }: ChangeableResource<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  id?: string,
): Promise<DraftsFound> {
  if (markdownFields(form).length === 0) return { drafts: [] };
  const drafts = await loadOr(args, "drafts not read", loadDrafts(draftPlace(path, staff, id)), []);
  const wanted = new URL(args.request.url).searchParams.get(DRAFT);
  return { drafts, restored: drafts.find(({ writer }) => writer === wanted) };
}

/** Loads what a form with Markdown fields needs; undefined for other forms.
 * @param fields as they are rendered
 * @param listState of the list below it, as a URL search
 */
export async function loadWriting<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  { id, fields, listState, found, opened = false }: FormDrawn,
): Promise<FormWriting | undefined> {
  const written = markdownFields(resource.form);
  if (written.length === 0) return undefined;
  const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const base = `/admin/writing/${resource.path}`;
  const draftAt = `${base}/${id ?? NEW}/draft`;
  const copyState = opened ? withParam(listState, WORKING_COPY, "on") : listState;
  const isOver = (draft: Draft) => draft === found.restored || isInForm(draft, typed);
  return {
    ...(await drawTextPanels(resource, args, staff, typed)),
    lengths: Object.fromEntries(written.map(({ name }) => [name, lengthInWords(typed[name] ?? "")])),
    previewAt: `${base}/preview`,
    draftAt: opened ? draftAt + withParam("", WORKING_COPY, "on") : draftAt,
    left: found.drafts
      .filter((draft) => !isOver(draft))
      .map((draft) => ({
        writer: draft.writer,
        name: draftName(draft),
        title: draftTitle(resource, draft),
        at: savedAtInWords(draft.savedAt),
        restoreTo: withDraft(formPath(resource.path, id), copyState, draft),
      })),
    discardAt: `${draftAt}/deletion${copyState}`,
    over: found.drafts.filter(isOver).map(draftName).join(" "),
    restored: found.restored && savedAtInWords(found.restored.savedAt),
  };
}

/** The title of a draft: the first words of its first field with text. */
function draftTitle<Row extends ManagedRecord>({ form }: ChangeableResource<Row>, { typed }: Draft): string {
  const texts = form.fields
    .filter(({ input }) => TEXTS.includes(input))
    .map(({ name }) => typed[name]?.trim());
  return truncate(texts.find(Boolean) ?? "");
}

const TEXTS: readonly FieldData["input"][] = ["text", "textarea"];

/** @property opened whether it is the form of a working copy */
type FormDrawn = {
  id?: string;
  fields: readonly FieldData[];
  listState: string;
  found: DraftsFound;
  opened?: boolean;
};

/** Drafts of a record's form and of its working copy's are apart. */
export const formId = <Id extends string | undefined>(id: Id, opened: boolean) =>
  opened ? `${id}/${WORKING_COPY}` : id;

export const formPath = (path: string, id?: string): string =>
  id === undefined || id === NEW ? `/admin/${path}/${NEW}` : `/admin/${path}/${id}/edit`;

const withDraft = (path: string, listState: string, { writer }: Draft) =>
  `${path}${listState ? `${listState}&` : "?"}${DRAFT}=${writer}`;

export const savedAtInWords = (moment: Date): string => formatTime(moment, "datetime", config().siteTz);

/** Whether the form includes the whole draft, because it was restored or saved elsewhere. */
const isInForm = (draft: Draft, typed: Readonly<Record<string, string>>) =>
  Object.entries(draft.typed).every(([name, text]) => (typed[name] ?? "") === text);

/** The answer to the form's Preview button. @returns undefined if another button was pressed */
export async function requestedPreview<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  submission: Submission,
): Promise<{ preview: TextPanels & Pick<FormWriting, "lengths"> } | undefined> {
  if (submission.values[PREVIEW] === undefined) return undefined;
  const written = markdownFields(resource.form);
  if (written.length === 0) return undefined;
  const typed = readFormTexts(resource.form, submission);
  const lengths = written.map(({ name }) => [name, lengthInWords(typed[name] ?? "")] as const);
  return {
    preview: {
      ...(await drawTextPanels(resource, args, staff, typed)),
      lengths: Object.fromEntries(lengths),
    },
  };
}

/** The drafts that a form names: its window's, and those it includes. */
export function namedDrafts({ values }: Pick<Submission, "values">): { writer?: string; over: SeenDraft[] } {
  const { [DRAFT_WRITER]: writer, [DRAFT_OVER]: over } = values;
  return {
    writer: typeof writer === "string" && isUuid(writer) ? writer.toLowerCase() : undefined,
    over: typeof over === "string" ? over.split(" ").slice(0, MOST_NAMED).flatMap(seenDraft) : [],
  };
}

/** More drafts than anybody leaves open. */
const MOST_NAMED = 100;

function seenDraft(name: string): SeenDraft[] {
  const [writer = "", digits = ""] = name.split(":");
  const revision = Number(digits);
  const isRevision = Number.isSafeInteger(revision) && revision > 0 && revision < 2 ** 31;
  return isUuid(writer) && isRevision ? [{ writer: writer.toLowerCase(), revision }] : [];
}

/** Ends the draft of a saved form. A failure is only logged, because the save succeeded. */
export async function forgetDraft<Row extends ManagedRecord>(
  { path, form }: ChangeableResource<Row>,
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
