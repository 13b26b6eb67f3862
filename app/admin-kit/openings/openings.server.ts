import { FormOpening } from "db/entities/form-opening";
import { columnsAs } from "db/entity-columns.server";
import { float, int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { log } from "~/platform/log.server";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Openings } from "./openings";
import { openedText, RENDERED_MINUTES, REPORTED_MINUTES } from "./openings.rules";

const OTHER = {
  who: text.from`s.fullname`,
  ...columnsAs("o", FormOpening, "openedAt"),
  minutes: float.from`(extract(epoch from now() - o.opened_at) / 60)::float8`,
};

/** Returning to an expired form opens it again. */
const OPEN = statement("openings.open", OTHER)`
  with mine as (
    insert into form_openings as opening (staff_id, form, expires_at)
    values (${uuid("staffId")}, ${text("form")}, now() + make_interval(mins => ${int("minutes")}::int))
    on conflict (staff_id, form) do update
      set opened_at = case when opening.expires_at < now() then now() else opening.opened_at end,
          expires_at = excluded.expires_at)
  select ${OTHER} from form_openings o join staff s on s.id = o.staff_id
   where o.form = ${text("form")} and o.expires_at > now() and o.staff_id <> ${uuid("staffId")}
   order by o.opened_at, s.fullname`;

const CLOSE = command("openings.close")`
  delete from form_openings where staff_id = ${uuid("staffId")} and form = ${text("form")}`;

const openingKey = (path: string, id: string, staff: StaffViewer) => ({
  staffId: staff.id,
  form: `${path}/${id.toLowerCase()}`,
});

/** Notes that somebody has a record's form open. It does not block: both can save, and fields that both changed become conflicts.
 * @returns a sentence for each other person: "Maren Holt opened this 3 minutes ago"
 */
async function openForm(path: string, id: string, staff: StaffViewer, minutes: number): Promise<string[]> {
  const others = await OPEN.all({ ...openingKey(path, id, staff), minutes });
  return others.map(openedText);
}

/**
 * The same for rendering a form, with the address for its script. If the query fails, the form opens without
 * it.
 */
export const formOpenings = async (
  args: RequestArgs,
  path: string,
  id: string,
  staff: StaffViewer,
): Promise<Openings> => ({
  others: await loadOr(args, "openings not read", openForm(path, id, staff, RENDERED_MINUTES), []),
  at: `/admin/openings/${path}/${id}`,
});

/** The same for the script's report every minute. */
export const formStillOpen = (path: string, id: string, staff: StaffViewer): Promise<string[]> =>
  openForm(path, id, staff, REPORTED_MINUTES);

/** Closes a form after saving. If this fails, others see it as open for some minutes, but the save succeeds. */
export async function closeForm(path: string, id: string, staff: StaffViewer): Promise<void> {
  try {
    await CLOSE.run(openingKey(path, id, staff));
  } catch (error) {
    log().warn({ err: error }, "opening not forgotten");
  }
}

/** Deletes a batch of expired openings. @returns how many */
export const sweepOpenings = sweep("openings.sweep", "form_openings", "expires_at < now()");
