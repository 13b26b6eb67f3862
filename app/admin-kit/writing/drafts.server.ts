import { FormDraft } from "db/entities/form-draft";
import { columns } from "db/entity-columns.server";
import { int, json, raw, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";

/** The owner and the form of a draft: `news/new`, `news/<id>`. Nobody else can read it. */
export type DraftPlace = { staffId: string; form: string };

export type Draft = {
  /** By field name. */
  typed: Record<string, string>;
  revision: number;
  /** The browser window it was typed in. */
  writer: string;
  /** The record's version in the form; 0 for a new record. */
  recordVersion: number;
  savedAt: Date;
};

/** A draft at the revision that was seen. */
export type SeenDraft = Pick<Draft, "writer" | "revision">;

/** The draft of a window, and other drafts whose text it includes. */
type Named = { writer?: string; over: readonly SeenDraft[] };

type Words = Pick<Draft, "typed" | "writer" | "recordVersion"> & Pick<Named, "over">;

const OF_FORM = sql`staff_id = ${uuid("staffId")} and form = ${text("form")}`;

/** Only drafts at the seen revision: newer text must not be deleted. */
const IS_SEEN = sql`exists (
  select from jsonb_to_recordset(${text("over", "[]")}::text::jsonb) as seen (writer uuid, revision int)
   where seen.writer = form_drafts.writer and seen.revision = form_drafts.revision)`;

const ENDED = raw("typed = null, revision = form_drafts.revision + 1, saved_at = now()");

const KEPT = columns(FormDraft, "revision", "savedAt");

/** A window updates its own draft, unless that has ended. A draft it was restored from becomes part of it and ends: a window that still types there learns this and starts another.
 */
const KEEP = statement("drafts.keep", KEPT)`
  with kept as (
    insert into form_drafts as draft (staff_id, form, typed, writer, record_version)
    values (${uuid("staffId")}, ${text("form")}, ${json<Draft["typed"]>()("typed")}::jsonb, ${uuid("writer")}, ${int("recordVersion")})
    on conflict (staff_id, form, writer) do update
      set typed = excluded.typed, record_version = excluded.record_version,
          revision = draft.revision + 1, saved_at = now()
    where draft.typed is not null
    returning revision, saved_at),
  replaced as (
    update form_drafts set ${ENDED}
     where ${OF_FORM} and typed is not null and writer <> ${uuid("writer")} and ${IS_SEEN} and exists (select from kept))
  select ${KEPT} from kept`;

const FOUND = columns(FormDraft, "typed", "revision", "writer", "recordVersion", "savedAt");
const FIND = statement("drafts.find", FOUND)`
  select ${FOUND} from form_drafts where ${OF_FORM} and typed is not null order by saved_at desc, writer`;

/** Marks the draft as ended even if no text has arrived, because a late request may still be on its way. */
const FINISH = command("drafts.finish")`
  insert into form_drafts as draft (staff_id, form, typed, writer, record_version)
  values (${uuid("staffId")}, ${text("form")}, null, ${uuid("writer")}, 0)
  on conflict (staff_id, form, writer) do update
    set typed = null, revision = draft.revision + 1, saved_at = now()`;

/** The row stays without text, so that late requests learn that the draft has ended. */
const DISCARD = statement("drafts.discard", columns(FormDraft, "revision"))`
  update form_drafts set ${ENDED}
   where ${OF_FORM} and typed is not null and (writer = ${uuid.orNull("writer")} or ${IS_SEEN})
  returning revision`;

/** A form's unsaved drafts, one per window, newest first. */
export async function loadDrafts(place: DraftPlace): Promise<Draft[]> {
  const found = await FIND.all(place);
  return found.flatMap(({ typed, ...draft }) => (typed ? [{ ...draft, typed }] : []));
}

/** Saves a window's text as its draft. Every window has its own, so that no request waits for another.
 * @returns undefined if the text was saved or discarded in the meantime
 */
export const saveDraft = (
  place: DraftPlace,
  words: Words,
): Promise<{ revision: number; savedAt: Date } | undefined> =>
  KEEP.first({ ...place, ...words, over: JSON.stringify(words.over) });

/** Ends a window's draft after its form was saved, and the drafts it was restored from. */
export async function finishDraft(place: DraftPlace, { writer, over }: Named): Promise<void> {
  if (over.length > 0) await discardDraft(place, { over });
  if (writer) await FINISH.run({ ...place, writer });
}

/** Discards drafts at the seen revision, or a window's current draft.
 * @returns false if there was no such draft
 */
export const discardDraft = async (place: DraftPlace, { writer, over }: Named): Promise<boolean> =>
  (await DISCARD.all({ ...place, over: JSON.stringify(over), writer: writer ?? null })).length > 0;

/** Deletes a batch of drafts unchanged for 30 days. @returns how many */
export const sweepDrafts = sweep("drafts.sweep", "form_drafts", "saved_at < now() - interval '30 days'");
