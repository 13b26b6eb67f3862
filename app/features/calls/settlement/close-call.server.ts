import { CallEvent } from "db/entities/call-event";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { openLedger } from "~/features/calls/ledger/ledger.server";
import { instrumentPath } from "~/features/markets/instruments/instrument.rules";
import { loadJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import { isDay } from "~/features/markets/instruments/price-lines.rules";
import { config } from "~/platform/config.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import { AppError, fieldError } from "~/web/app-error.server";
import { type CallState, type ClosedBody, canonicalPrice, entryDay } from "../call-events.rules";
import { lockAlerts } from "../lock-alerts.server";
import { STATE, toCallState } from "../to-call-state.server";
import { splitsOfCall } from "./call-splits.queries.server";
import type { CloseCall } from "./close-call.rules";
import { settleDue } from "./settle-calls.server";
import { sharesRatioText } from "./settlement.rules";
import { type ClaimedPrice, requireTraded } from "./traded-prices.queries.server";

export const BY_ID = statement(
  "close-call.by-id",
  STATE,
)`select ${STATE} from calls where id = ${uuid("id")}`;

const EVENT = columnsAs("e", CallEvent, "seq", "kind", "at", "hash");
const EVENTS = statement("close-call.events", EVENT)`
  select ${EVENT} from call_events e where e.call_id = ${uuid("id")} order by e.seq`;

/** A call's log entries, oldest first. */
export const eventsOfCall = (id: string) => EVENTS.all({ id });

const INSTRUMENT = statement("close-call.instrument", { id: uuid.present.from`instrument_id` })`
  select instrument_id as id from calls where id = ${uuid("call")} and state = 'open' and kind <> 'brief' and instrument_id is not null`;

async function waitingJumps({ madeAt }: CallState, instrumentId: string) {
  const since = dayIn(config().siteTz, madeAt);
  const jumps = (await loadJumps(instrumentId)).filter(({ day }) => day >= since);
  return { jumps, to: instrumentPath(instrumentId, "splits") };
}

/** A call for its staff page, with its log entries and the jumps that hold up its settlement. */
export async function callWithEvents(id: string) {
  const [row, events, instrument] = await Promise.all([
    BY_ID.first({ id }),
    eventsOfCall(id),
    INSTRUMENT.first({ call: id }),
  ]);
  if (!row) return undefined;
  const call = toCallState(row);
  return { call, events, waiting: instrument && (await waitingJumps(call, instrument.id)) };
}

/**
 * Closes a call at a traded price in that day's shares, with a note for readers. Of two concurrent closings,
 * one wins. If prices have already ended the call, they settle it instead.
 * @param version the call's last event when the form was read, if known
 * @param ask throws if someone must confirm a valid result first
 * @throws AppError 404 without a call, 409 if it is not open or was changed, 422 for an invalid day or price
 */
export async function closeCallByHand(
  staff: StaffViewer,
  id: string,
  { on, price, reason, note }: CloseCall,
  version?: number,
  ask: (call: CallState, result: ClosedBody) => void = () => {},
): Promise<CallState> {
  const ended = await em().transactional(async (manager) => {
    await lockAlerts([id], manager);
    const ledger = await openLedger(manager);
    const read = await requireOpenCall(id, manager);
    requireUnchanged(read, version);
    const call = await settleDue(ledger, read, manager);
    if (call.state !== "open") {
      await ledger.write();
      return { call, isByHand: false };
    }
    const { siteTz } = config();
    const since = entryDay(call, siteTz);
    const claimed = { id, on, price, since, until: dayIn(siteTz, ledger.now) };
    requireDay(claimed, "on");
    await requireTraded(claimed, { on: "on", price: "price" }, manager);
    const entered = { madeOn: since, shares: Number(call.entryShares) };
    const ratio = sharesRatioText(entered, on, await splitsOfCall(id, manager));
    const body = { on, price: canonicalPrice(price), ratio, reason, note };
    ask(call, body);
    const after = ledger.add(call, { kind: "closed", body });
    const entry = { resource: "calls", recordId: id, recordTitle: `${call.direction} ${call.name}` };
    logChange(manager, staff, { ...entry, action: "edited", detail: { fields: ["state"] } });
    await manager.flush();
    await ledger.write();
    return { call: after, isByHand: true };
  });
  invalidatePageCache(["calls", "trade_alerts"]);
  if (!ended.isByHand) throw notOpenError(ended.call);
  return ended.call;
}

/**
 * @param field the form's name for the day. @throws AppError 422 for a day before the call or in the future
 */
export function requireDay({ on, since, until }: ClaimedPrice, field: string): void {
  if (isDay(on) && on >= since && on <= until) return;
  const message = `Day must be between ${since} and today`;
  throw fieldError(422, field, message);
}

/** @throws AppError 409 if the call has a newer event than its form */
export function requireUnchanged({ lastSeq }: CallState, version: number | undefined): void {
  if (version === undefined || version === lastSeq) return;
  throw new AppError(409, "Somebody else changed this record.", {
    conflict: { version: lastSeq, values: {} },
  });
}

async function requireOpenCall(id: string, manager: EntityManager): Promise<CallState> {
  const row = await BY_ID.first({ id }, manager);
  if (!row) throw new AppError(404, "Call not found.");
  const call = toCallState(row);
  if (call.kind === "brief") throw new AppError(409, "A brief is a view: it is never settled.");
  if (call.state === "open") return call;
  throw notOpenError(call);
}

const notOpenError = ({ state, endedOn }: CallState) =>
  new AppError(409, `Nothing was closed: this call has been ${state} since ${endedOn}.`);
