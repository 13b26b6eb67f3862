import { CallEvent } from "db/entities/call-event";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import { recordChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import { AppError } from "~/web/app-error.server";
import { type CallState, figure } from "./call-events.rules";
import { splitsOfCall } from "./call-splits.queries.server";
import { STATE, stateOf } from "./call-states.server";
import type { CloseCall } from "./close-call.rules";
import { openLedger } from "./ledger.server";
import { sharesOn } from "./settlement.rules";

const BY_ID = statement("close-call.by-id", STATE)`select ${STATE} from calls where id = ${uuid("id")}`;

const EVENT = columnsAs("e", CallEvent, "seq", "kind", "at", "hash");
const EVENTS = statement("close-call.events", EVENT)`
  select ${EVENT} from call_events e where e.call_id = ${uuid("id")} order by e.seq`;

/** The entries of a call in the log, oldest first. */
export const eventsOfCall = (id: string) => EVENTS.all({ id });

/** A call as staff look at it, with its entries in the log. */
export async function callWithEvents(id: string) {
  const [row, events] = await Promise.all([BY_ID.first({ id }), eventsOfCall(id)]);
  return row && { call: stateOf(row), events };
}

/**
 * Closes a call at a price of that day's shares, with the reason that readers are told. Of two who close at once one does.
 * @throws AppError 404 for no call, 409 where it is not open any more, 422 for a day that cannot be
 */
export async function closeCallByHand(
  staff: StaffViewer,
  id: string,
  { on, price, reason, note }: CloseCall,
): Promise<CallState> {
  const closed = await em().transactional(async (manager) => {
    const ledger = await openLedger(manager);
    const call = await openCall(id, manager);
    const { siteTz } = config();
    const madeOn = dayIn(siteTz, call.madeAt);
    if (!isDay(on) || on < madeOn || on > dayIn(siteTz, ledger.now))
      throw new AppError(422, `Day must be one from ${madeOn} until today`, {
        fieldErrors: { on: `Day must be one from ${madeOn} until today` },
      });
    const ratio = sharesOn(on, madeOn, await splitsOfCall(id, manager));
    const after = ledger.add(call, {
      kind: "closed",
      body: { on, price: figure(price), ratio, reason, note },
    });
    const entry = { resource: "calls", recordId: id, recordTitle: `${call.direction} ${call.name}` };
    recordChange(manager, staff, { ...entry, action: "edited", detail: { fields: ["state"] } });
    await manager.flush();
    await ledger.write();
    return after;
  });
  invalidatePageCache(["calls"]);
  return closed;
}

async function openCall(id: string, manager: EntityManager): Promise<CallState> {
  const row = await BY_ID.first({ id }, manager);
  if (!row) throw new AppError(404, "Call not found.");
  const call = stateOf(row);
  if (call.kind === "brief") throw new AppError(409, "A brief is a view: it is never settled.");
  if (call.state === "open") return call;
  throw new AppError(409, `Nothing was closed: this call is ${call.state} since ${call.endedOn}.`);
}

/** 31 November is none. */
const isDay = (on: string): boolean => new Date(`${on}T00:00:00Z`).toJSON()?.startsWith(on) ?? false;
