import { CALL_KINDS, Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { array, literal, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { Intended, Sentences, WarningCheck } from "~/admin-kit/warnings.server";
import { config } from "~/platform/config.server";
import { dayInWords } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";
import { exactPrice } from "~/ui/price-format";
import { type CallKind, figure } from "./call-events.rules";
import { callTitle } from "./calls.rules";

const OPEN = columns(Call, "recordId", "createdAt", "direction", "name");
const OPEN_CALLS = statement("live-call-warnings.open", OPEN)`
  select ${OPEN} from calls
   where kind = ${literal(CALL_KINDS)("kind")} and record_id = any(${array(uuid)("ids")}::uuid[]) and state = 'open'`;

type Asked = {
  kind: CallKind;
  /** The property that is the call's target, and the field of the form that it is typed in. */
  target: { property: string; field: string; label: string };
  /** The same of its direction, where it has one to choose. */
  direction?: { property: string; field: string };
  /** Of what takes it back from its readers. */
  status?: { property: string; field: string };
};

/**
 * Asks about what changes a call that is open: its target, whose change readers see in the record, and what ends it: another direction,
 * or that its record is a draft again.
 */
export const warnAboutLiveCall =
  <Row extends { id: string }>({ kind, ...asked }: Asked): WarningCheck<Row> =>
  async (intended, within) => {
    const found = intended.map((each) => changesOf(each, asked));
    const ids = intended.flatMap(({ before }, nth) => (before && found[nth]?.isAny ? [before.id] : []));
    if (ids.length === 0) return intended.map(() => ({}));
    const open = await OPEN_CALLS.all({ kind, ids }, within);
    return intended.map(({ before }, nth): Sentences => {
      const call = open.find(({ recordId }) => recordId === before?.id);
      const changes = found[nth];
      return call && changes ? sentencesOf(call, changes, asked) : {};
    });
  };

type Changes = {
  isAny: boolean;
  target?: { from: string | null; to: string | null };
  turned: boolean;
  hidden: boolean;
};

function changesOf<Row>({ values, before }: Intended<Row>, asked: Omit<Asked, "kind">): Changes {
  const was = (before ?? {}) as Record<string, unknown>;
  const isOther = (part: { property: string } | undefined) =>
    part !== undefined && values[part.property] !== undefined && values[part.property] !== was[part.property];
  const [from, to] = [priceIn(was[asked.target.property]), priceIn(values[asked.target.property])];
  const target = asked.target.property in values && from !== to ? { from, to } : undefined;
  const turned = isOther(asked.direction);
  const hidden = isOther(asked.status) && values[asked.status?.property ?? ""] === "draft";
  return { isAny: target !== undefined || turned || hidden, target, turned, hidden };
}

const priceIn = (value: unknown): string | null =>
  value === null || value === undefined || value === "" ? null : figure(String(value));

type OpenCall = { createdAt: Date; direction: "buy" | "sell"; name: string };

function sentencesOf(
  call: OpenCall,
  { target, turned, hidden }: Changes,
  { target: { field, label }, direction, status }: Omit<Asked, "kind">,
): Sentences {
  const title = `“${callTitle(call)}”`;
  const madeOn = dayInWords(dayIn(config().siteTz, call.createdAt));
  if (hidden && status)
    return {
      [status.field]: `The call ${title} of ${madeOn} is open: as a draft it is withdrawn, and readers see that in the record`,
    };
  if (turned && direction)
    return {
      [direction.field]: `The call ${title} of ${madeOn} is open: it is withdrawn, and another one opened. Readers see both in the record`,
    };
  if (!target) return {};
  const text = (price: string | null) => (price === null ? "none" : exactPrice(price));
  return {
    [field]: `The call ${title} of ${madeOn} is open: its ${label} changes from ${text(target.from)} to ${text(target.to)}, and readers see that in the record`,
  };
}
