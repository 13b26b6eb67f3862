import { FormDraft } from "db/entities/form-draft";
import { columns } from "db/entity-columns.server";
import { int, json, text, uuid } from "db/sql";
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

type Words = Pick<Draft, "typed" | "writer" | "recordVersion"> & {
  /** The draft of another window that this one is known to replace. */
  over: number;
};

const KEPT = columns(FormDraft, "revision", "savedAt");

/** A window goes on with its own draft. Another one's it replaces only knowingly, and one that is over when it was not its own. */
const KEEP = statement("drafts.keep", KEPT)`
  insert into form_drafts as draft (staff_id, form, typed, writer, record_version)
  values (${uuid("staffId")}, ${text("form")}, ${json<Draft["typed"]>()("typed")}::jsonb, ${uuid("writer")}, ${int("recordVersion")})
  on conflict (staff_id, form) do update
    set typed = excluded.typed, writer = excluded.writer, record_version = excluded.record_version,
        revision = draft.revision + 1, saved_at = now()
  where case when draft.typed is null then draft.writer <> excluded.writer
             else draft.writer = excluded.writer or draft.revision = ${int("over")} end
  returning ${KEPT}`;

const FOUND = columns(FormDraft, "typed", "revision", "writer", "recordVersion", "savedAt");
const FIND = statement("drafts.find", FOUND)`
  select ${FOUND} from form_drafts where staff_id = ${uuid("staffId")} and form = ${text("form")}`;

/** What is still on its way from the window that saved must find that it is over, also where nothing of it had arrived. */
const FINISH = command("drafts.finish")`
  insert into form_drafts as draft (staff_id, form, typed, writer, record_version)
  values (${uuid("staffId")}, ${text("form")}, null, ${uuid("writer")}, 0)
  on conflict (staff_id, form) do update
    set typed = null, writer = excluded.writer, revision = draft.revision + 1, saved_at = now()
  where draft.typed is null or draft.writer = excluded.writer or draft.revision = ${int("over")}`;

/** The row stays, without words: what is still on its way finds that it is over, and no later draft has a revision of this one. */
const DISCARD = statement("drafts.discard", columns(FormDraft, "revision"))`
  update form_drafts set typed = null, revision = revision + 1, saved_at = now()
   where staff_id = ${uuid("staffId")} and form = ${text("form")} and typed is not null
     and (revision = ${int("revision")} or writer = ${uuid.orNull("writer")})
  returning revision`;

/** The draft of a form, if its owner has one. */
export async function draftOf(place: DraftPlace): Promise<Draft | undefined> {
  const found = await FIND.first(place);
  return found?.typed ? { ...found, typed: found.typed } : undefined;
}

export type Keeping =
  | { kept: { revision: number; savedAt: Date } }
  /** Another window's, which stays as it is. */
  | { other: { revision: number; savedAt: Date } }
  /** This window's text was saved meanwhile. */
  | { over: true };

/** Keeps what a window has typed as the form's draft. */
export async function keepDraft(place: DraftPlace, words: Words): Promise<Keeping> {
  const kept = await KEEP.first({ ...place, ...words });
  if (kept) return { kept };
  const other = await draftOf(place);
  return other ? { other: { revision: other.revision, savedAt: other.savedAt } } : { over: true };
}

/** The form was saved by the window that typed, or over the draft it was restored from. */
export async function finishDraft(
  place: DraftPlace,
  { writer, over }: { writer?: string; over: number },
): Promise<void> {
  if (writer) await FINISH.run({ ...place, writer, over });
  else await discardDraft(place, { over });
}

/**
 * Discards a draft as it was seen, or what a window typed by now.
 * @returns false where it was gone, or another one by then
 */
export const discardDraft = async (
  place: DraftPlace,
  { writer, over }: { writer?: string; over: number },
): Promise<boolean> =>
  (await DISCARD.first({ ...place, revision: over, writer: writer ?? null })) !== undefined;

/** Throws away what nobody went on with for 30 days, a part of it. @returns how much */
export const sweepDrafts = sweep("drafts.sweep", "form_drafts", "saved_at < now() - interval '30 days'");
