import { FormDraft } from "db/entities/form-draft";
import { columns } from "db/entity-columns.server";
import { int, json, raw, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";

/** Whose draft it is, and of which form: `news/new`, `news/<id>`. Nobody else can read it. */
export type DraftPlace = { staffId: string; form: string };

export type Draft = {
  /** By the names of the form's fields. */
  typed: Record<string, string>;
  revision: number;
  /** The window it was typed in. */
  writer: string;
  /** Of the record that the form was drawn from; 0 for an empty form. */
  recordVersion: number;
  savedAt: Date;
};

/** A draft as somebody saw it. */
export type SeenDraft = Pick<Draft, "writer" | "revision">;

/** The draft of a window, and those of others of which it says all. */
type Named = { writer?: string; over: readonly SeenDraft[] };

type Words = Pick<Draft, "typed" | "writer" | "recordVersion"> & Pick<Named, "over">;

const OF_FORM = sql`staff_id = ${uuid("staffId")} and form = ${text("form")}`;

/** What was typed into one of them since it was seen is nobody's to take along. */
const IS_SEEN = sql`exists (
  select from jsonb_to_recordset(${text("over", "[]")}::text::jsonb) as seen (writer uuid, revision int)
   where seen.writer = form_drafts.writer and seen.revision = form_drafts.revision)`;

const ENDED = raw("typed = null, revision = form_drafts.revision + 1, saved_at = now()");

const KEPT = columns(FormDraft, "revision", "savedAt");

/**
 * A window goes on with its own draft, unless that is over. What it was restored from is in it from then on, and no draft of its own any
 * more: a window that still types there finds that it is over, and begins another.
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

/** What is still on its way from the window that saved must find that it is over, also where nothing of it had arrived. */
const FINISH = command("drafts.finish")`
  insert into form_drafts as draft (staff_id, form, typed, writer, record_version)
  values (${uuid("staffId")}, ${text("form")}, null, ${uuid("writer")}, 0)
  on conflict (staff_id, form, writer) do update
    set typed = null, revision = draft.revision + 1, saved_at = now()`;

/** The row stays, without words: what is still on its way finds that it is over. */
const DISCARD = statement("drafts.discard", columns(FormDraft, "revision"))`
  update form_drafts set ${ENDED}
   where ${OF_FORM} and typed is not null and (writer = ${uuid.orNull("writer")} or ${IS_SEEN})
  returning revision`;

/** What was typed into a form and not saved, a draft for each window, the newest first. */
export async function loadDrafts(place: DraftPlace): Promise<Draft[]> {
  const found = await FIND.all(place);
  return found.flatMap(({ typed, ...draft }) => (typed ? [{ ...draft, typed }] : []));
}

/**
 * Keeps what a window has typed as its draft of the form: every window has one of its own, so nobody waits for anybody.
 * @returns undefined where this window's text was saved or discarded meanwhile
 */
export const saveDraft = (
  place: DraftPlace,
  words: Words,
): Promise<{ revision: number; savedAt: Date } | undefined> =>
  KEEP.first({ ...place, ...words, over: JSON.stringify(words.over) });

/** The form was saved by the window that typed, or over the drafts it was restored from. */
export async function finishDraft(place: DraftPlace, { writer, over }: Named): Promise<void> {
  if (over.length > 0) await discardDraft(place, { over });
  if (writer) await FINISH.run({ ...place, writer });
}

/**
 * Discards drafts as they were seen, or what a window typed by now.
 * @returns false where there was none like that any more
 */
export const discardDraft = async (place: DraftPlace, { writer, over }: Named): Promise<boolean> =>
  (await DISCARD.all({ ...place, over: JSON.stringify(over), writer: writer ?? null })).length > 0;

/** Throws away what nobody went on with for 30 days, a part of it. @returns how much */
export const sweepDrafts = sweep("drafts.sweep", "form_drafts", "saved_at < now() - interval '30 days'");
