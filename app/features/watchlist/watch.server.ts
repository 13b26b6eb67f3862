import type { EntityManager } from "db/orm.server";
import { sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { companyBySymbol, readingOf } from "~/features/companies/company-by-symbol.queries.server";
import { symbolRow } from "~/features/markets/instruments/linked-company.queries.server";
import { MOST_MARKS } from "~/features/marks/mark.rules";
import { AppError, fieldError } from "~/web/app-error.server";
import { carryMergedOf } from "./carry-merged.server";
import { changeMarks } from "./change-marks.server";
import { countMarks } from "./counts.queries.server";
import type { ENTRY_CHANGES } from "./watchlist.rules";

const ADD = command("watchlist.add")`
  insert into watched_instruments (member_id, instrument_id, place)
  select ${uuid("memberId")}, ${uuid("id")}, coalesce(max(place), 0) + 1
    from watched_instruments where member_id = ${uuid("memberId")}
      on conflict do nothing`;

/**
 * Puts a company at the top of the watchlist; one that is on it stays in its place.
 * @returns the company's name
 * @throws AppError 404 for a company that the member may not know, 422 if the list is full
 */
export async function watch(member: MemberViewer, symbol: string): Promise<string> {
  const company = await companyBySymbol(symbol, readingOf(member));
  if (!company) throw fieldError(404, "symbol", "Company not found. Check the symbol.");
  await changeWatched(member, company.id, async (values, manager) => {
    await ADD.run(values, manager);
    const count = await countMarks("companies", member.id, manager);
    if (count > MOST_MARKS) throw new AppError(422, FULL);
  });
  return company.name;
}

const FULL = "Your watchlist is full: it has 10,000 companies. Remove one to add another.";

const NAMED = statement("watchlist.named", { id: uuid.from`named.id` })`
  select named.id from ${symbolRow(sql`${text("symbol", "SPX")}`)} as named`;
const REMOVE = command("watchlist.remove")`
  delete from watched_instruments where member_id = ${uuid("memberId")} and instrument_id = ${uuid("id")}`;

/** Takes a company off the list, if it is on it. */
export async function unwatch(member: MemberViewer, symbol: string): Promise<void> {
  const named = await NAMED.first({ symbol });
  if (named) await changeEntry(member, named.id, "remove");
}

const SWAP = command("watchlist.move-up")`
  with moved as (
    select instrument_id, place from watched_instruments
     where member_id = ${uuid("memberId")} and instrument_id = ${uuid("id")}),
  above as (
    select w.instrument_id, w.place from watched_instruments w, moved
     where w.member_id = ${uuid("memberId")} and (w.place, moved.instrument_id) > (moved.place, w.instrument_id)
     order by w.place, w.instrument_id desc limit 1)
  update watched_instruments w
     set place = case w.instrument_id when moved.instrument_id then above.place else moved.place end
    from moved, above
   where w.member_id = ${uuid("memberId")} and w.instrument_id in (moved.instrument_id, above.instrument_id)`;
const TO_TOP = command("watchlist.move-to-top")`
  update watched_instruments set place = 1 + (select max(place) from watched_instruments where member_id = ${uuid("memberId")})
   where member_id = ${uuid("memberId")} and instrument_id = ${uuid("id")}`;

const CHANGES = { remove: REMOVE, up: SWAP, top: TO_TOP };

/**
 * Moves an entry up by one or to the top, or removes it. Nothing happens to one that is not on the list.
 * @param id the instrument's
 */
export const changeEntry = (
  member: MemberViewer,
  id: string,
  change: (typeof ENTRY_CHANGES)[number],
): Promise<void> => changeWatched(member, id, (values, manager) => CHANGES[change].run(values, manager));

const PRESENT = statement("watchlist.present", { id: uuid.from`coalesce(merged_into, id)` })`
  select coalesce(merged_into, id) as id from instruments where id = ${uuid("id")} for key share`;

/**
 * Changes a company on a member's list. Of one that was merged into another in the meantime, the other is
 * changed; a merge waits until the change is done.
 */
const changeWatched = (
  { id: memberId }: MemberViewer,
  instrumentId: string,
  change: (values: { memberId: string; id: string }, within: EntityManager) => Promise<void>,
): Promise<void> =>
  changeMarks(memberId, async (manager) => {
    const present = await PRESENT.first({ id: instrumentId }, manager);
    await carryMergedOf(memberId, manager);
    if (present) await change({ memberId, id: present.id }, manager);
  });
