import { CALL_KINDS, Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { array, literal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Intended, Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { config } from "~/platform/config.server";
import { dayInWords } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";
import { exactPrice } from "~/ui/price-format";
import { type CallKind, canonicalPrice } from "./call-events.rules";
import { callTitle } from "./calls.rules";

const OPEN = columns(Call, "recordId", "createdAt", "direction", "name");
const OPEN_CALLS = statement("live-call-warnings.open", OPEN)`
  select ${OPEN} from calls
   where kind = ${literal(CALL_KINDS)("kind")} and record_id = any(${array(uuid)("ids")}::uuid[]) and state = 'open'`;

type WatchedFields = {
  kind: CallKind;
  /** The property of the call's target and its form field. */
  target: { property: string; field: string; label: string };
  /** The property of the direction, if the form has one. */
  direction?: { property: string; field: string };
  /** The property that unpublishes the record. */
  status?: { property: string; field: string };
};

/**
 * Warns about edits that affect an open call: a changed target is visible in the track record. Another
 * direction, or a return to draft, withdraws the call.
 */
export const warnAboutLiveCall =
  <Row extends { id: string }>({ kind, ...watched }: WatchedFields): WarningCheck<Row> =>
  async (intended, within) => {
    const found = intended.map((each) => plannedChanges(each, watched));
    const ids = intended.flatMap(({ before }, nth) => (before && found[nth]?.isAny ? [before.id] : []));
    if (ids.length === 0) return intended.map(() => ({}));
    const open = await OPEN_CALLS.all({ kind, ids }, within);
    return intended.map(({ before }, nth): Sentences => {
      const call = open.find(({ recordId }) => recordId === before?.id);
      const changes = found[nth];
      return call && changes ? warningSentences(call, changes, watched) : {};
    });
  };

type Changes = {
  isAny: boolean;
  target?: { from: string | null; to: string | null };
  changesDirection: boolean;
  unpublishes: boolean;
};

function plannedChanges<Row>(
  { values, before }: Intended<Row>,
  watched: Omit<WatchedFields, "kind">,
): Changes {
  const was = (before ?? {}) as Record<string, unknown>;
  const isOther = (part: { property: string } | undefined) =>
    part !== undefined && values[part.property] !== undefined && values[part.property] !== was[part.property];
  const [from, to] = [priceIn(was[watched.target.property]), priceIn(values[watched.target.property])];
  const target = watched.target.property in values && from !== to ? { from, to } : undefined;
  const changesDirection = isOther(watched.direction);
  const unpublishes = isOther(watched.status) && values[watched.status?.property ?? ""] === "draft";
  return {
    isAny: target !== undefined || changesDirection || unpublishes,
    target,
    changesDirection,
    unpublishes,
  };
}

const priceIn = (value: unknown): string | null =>
  value === null || value === undefined || value === "" ? null : canonicalPrice(String(value));

type OpenCall = { createdAt: Date; direction: "buy" | "sell"; name: string };

function warningSentences(
  call: OpenCall,
  { target, changesDirection, unpublishes }: Changes,
  { target: { field, label }, direction, status }: Omit<WatchedFields, "kind">,
): Sentences {
  const title = `“${callTitle(call)}”`;
  const madeOn = dayInWords(dayIn(config().siteTz, call.createdAt));
  if (unpublishes && status)
    return {
      [status.field]: `The call ${title} of ${madeOn} is open. Saving as a draft withdraws it, and readers see that in the track record`,
    };
  if (changesDirection && direction)
    return {
      [direction.field]: `The call ${title} of ${madeOn} is open. Saving withdraws it and opens a new one. Readers see both in the track record`,
    };
  if (!target) return {};
  const text = (price: string | null) => (price === null ? "none" : exactPrice(price));
  return {
    [field]: `The call ${title} of ${madeOn} is open. Saving changes its ${label} from ${text(target.from)} to ${text(target.to)}, and readers see that in the track record`,
  };
}
