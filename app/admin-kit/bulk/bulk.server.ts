import type { EntityManager } from "@mikro-orm/postgresql";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { raw, text } from "db/sql";
import { statement } from "db/statement.server";
import { keepKeyValid } from "~/auth/keys/api-keys.server";
import type { Noun, Roles } from "~/auth/permissions.server";
import { INVALID_KEY, type Writer } from "~/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { formatCount, pluralize } from "~/ui/format";
import { apiAction, apiReply } from "~/web/api-replies.server";
import { AppError } from "~/web/app-error.server";
import { methodNotAllowed } from "~/web/replies.server";
import { requireApiChange } from "../require-change.server";
import type { Sentences } from "../warnings.server";
import { BULK_STATUSES } from "./bulk-limits";
import { readRows, type SentRow } from "./read-rows.server";

/** The result for a row. @property id the record's; null if none is known */
export type BulkRow = {
  index: number;
  status: (typeof BULK_STATUSES)[number];
  id: string | null;
  /** By field; "" for the row as a whole. */
  errors: Sentences;
  warnings: Sentences;
};

/** What rows can be pushed into. */
export type BulkTarget<Row extends BulkRow = BulkRow> = {
  noun: Noun;
  roles: Record<"read" | "write" | "remove", Roles>;
  /** The message for an unexpected failure. */
  failed: string;
  /** Compares the rows with the saved records and locks these until the transaction ends. */
  check: (staff: Writer, rows: readonly SentRow[], manager: EntityManager) => Promise<Row[]>;
  /** Refuses rows, one by one, whose writing would be forbidden. Absent if it never is. */
  refuseForbidden?: (staff: Writer, rows: readonly Row[], manager: EntityManager) => Promise<void>;
  /** Writes rows that are created or updated. @throws AppError 403 if one is forbidden */
  write: (manager: EntityManager, staff: Writer, rows: readonly Row[]) => Promise<void>;
  /** Translates database errors. */
  explain?: (error: unknown) => unknown;
  /** The tables it writes, to invalidate cached pages. */
  tables: readonly string[];
};

/** "push" in ASCII. */
const LOCK = 1_886_745_448;

const WAITED = { waited: text.from`pg_advisory_xact_lock(${raw(String(LOCK))})::text` };
/**
 * Pushes run one after another, so each sees the records that the one before added: no unique index compares names
 * and symbols. They also share instruments, which two pushes would lock in different orders.
 */
const WAIT_FOR_TURN = statement("bulk.wait-for-turn", WAITED)`select ${WAITED}`;

/** `PUT /api/<things>/bulk`: creates and updates many records, all or none; with `?partial=1` those that are valid. */
export const bulkAction = <Row extends BulkRow>(
  target: BulkTarget<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> => apiAction(args, ["PUT"], () => bulkReply(target, args), target.failed);

/** Any other method of the same address. */
export const bulkLoader = (args: LoaderFunctionArgs): Promise<Response> =>
  apiReply(args, async () => methodNotAllowed(["PUT"]));

const BUSY = "Other pushes are being saved. Please try again soon.";

/** Pushes of this process. Each keeps a connection while it waits for its turn; pages need the others. */
const MOST_AT_ONCE = 3;
let underWay = 0;
/** How many of them wait for their turn. */
let waiting = 0;

/** The pushes of this process, for its metrics. */
export const bulkPushes = () => ({ underWay, waiting });

async function bulkReply<Row extends BulkRow>(
  target: BulkTarget<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const staff = await requireApiChange(target, args, "write");
  const isPartial = readPartial(args.request);
  const sent = await readRows(args.request);
  if (underWay >= MOST_AT_ONCE) throw new AppError(503, BUSY, { retryAfter: 1 });
  underWay += 1;
  const rows = await applyRows(target, staff, sent, isPartial).finally(() => {
    underWay -= 1;
  });
  const count = (status: BulkRow["status"]) => rows.filter((row) => row.status === status).length;
  const counts = Object.fromEntries(BULK_STATUSES.map((status) => [status, count(status)]));
  return json({ ...counts, rows: rows.map(serializeRow) }, count("refused") > 0 ? 207 : 200);
}

function readPartial(request: Request): boolean {
  const value = new URL(request.url).searchParams.get("partial");
  if (value !== null && value !== "0" && value !== "1")
    throw new AppError(422, "partial must be 0 or 1", { fieldErrors: { partial: "partial must be 0 or 1" } });
  return value === "1";
}

/** Checks and writes rows in one transaction. @throws AppError 422 with the errors of all rows, if one is refused */
async function applyRows<Row extends BulkRow>(
  target: BulkTarget<Row>,
  staff: Writer,
  sent: readonly SentRow[],
  isPartial: boolean,
): Promise<Row[]> {
  try {
    const rows = await em().transactional(async (manager) => {
      waiting += 1;
      await WAIT_FOR_TURN.all({}, manager).finally(() => {
        waiting -= 1;
      });
      const checked = await target.check(staff, sent, manager);
      if (isPartial) await target.refuseForbidden?.(staff, checked.filter(isWritten), manager);
      else requireAll(checked);
      await target.write(manager, staff, checked.filter(isWritten));
      await requireValidKey(staff, manager);
      return checked;
    });
    if (rows.some(isWritten)) invalidatePageCache([...target.tables]);
    return rows;
  } catch (error) {
    throw target.explain?.(error) ?? error;
  }
}

/** A push may wait and write for long: a key or secret that ends in the meantime saves nothing. @throws AppError 401 */
async function requireValidKey(staff: Writer, manager: EntityManager): Promise<void> {
  if (staff.kind === "key" && !(await keepKeyValid(staff, manager))) throw new AppError(401, INVALID_KEY);
}

export const isWritten = ({ status }: BulkRow): boolean => status === "created" || status === "updated";

function requireAll(rows: readonly BulkRow[]): void {
  const refused = rows.filter(({ status }) => status === "refused");
  if (refused.length === 0) return;
  const fieldErrors = Object.fromEntries(
    refused.flatMap(({ index, errors }) =>
      Object.entries(errors).map(([field, error]) => [
        field === "" ? `${index}` : `${index}.${field}`,
        error,
      ]),
    ),
  );
  const are = refused.length === 1 ? "is" : "are";
  throw new AppError(
    422,
    `Nothing was saved: ${formatCount(refused.length)} of ${pluralize(rows.length, "row")} ${are} not valid`,
    { fieldErrors },
  );
}

const serializeRow = ({ index, status, id, errors, warnings }: BulkRow) => ({
  ...{ index, status, id },
  ...(Object.keys(errors).length > 0 ? { errors } : {}),
  ...(Object.keys(warnings).length > 0 ? { warnings } : {}),
});
