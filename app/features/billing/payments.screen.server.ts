import type { LoaderFunctionArgs } from "@remix-run/node";
import { query } from "db/query.server";
import type { Cell } from "~/admin-kit/cells";
import { csvFile } from "~/admin-kit/csv.server";
import { COUNT_LIMIT, likePattern } from "~/admin-kit/find.server";
import { type ListScreenData, listScreenReply, redirectToCleanUrl } from "~/admin-kit/list-screen.server";
import { type ListState, PAGE_SIZES, readListState, writeListState } from "~/admin-kit/list-state";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { formatMoney, pluralize } from "~/ui/format";
import { loadOr } from "~/web/fallback.server";
import {
  PAYMENT_COLUMNS,
  PAYMENT_FROM,
  type PaymentRow,
  type PaymentTotal,
  paymentTotals,
} from "./payments.queries.server";

/** Money is the superadmin's alone; specification, section 6. */
const BASE = "/admin/payments";
const LOAD_FAILED = "Failed to fetch payments";

const STATUSES = ["COMPLETED", "PENDING", "FAILED", "REFUNDED"] as const;

/** The statuses of the specification; a refund keeps COMPLETED (decisions.md). */
const STATUS_LABELS: Record<(typeof STATUSES)[number], string> = {
  COMPLETED: "COMPLETED",
  PENDING: "PENDING",
  FAILED: "FAILED",
  REFUNDED: "COMPLETED, refunded",
};

const COLUMNS: { label: string; sort: string; cell: (row: PaymentRow) => Cell }[] = [
  {
    label: "Member",
    sort: "",
    cell: ({ memberId, email, firstname, lastname }) => ({
      kind: "title",
      text: email,
      sub: `${firstname} ${lastname}`,
      to: `/admin/manage-users/${memberId}`,
    }),
  },
  { label: "Plan", sort: "", cell: planCell },
  {
    label: "Amount",
    sort: "",
    cell: ({ amount, currency }) => ({ kind: "number", text: formatMoney(amount, currency) }),
  },
  { label: "Status", sort: "", cell: statusCell },
  {
    label: "Provider ids",
    sort: "",
    cell: ({ captureId, providerOrderId, paymentMethod }) => ({
      kind: "text",
      text: captureId ?? (providerOrderId ? "No capture" : paymentMethod),
      sub: providerOrderId ? `Order ${providerOrderId}` : undefined,
    }),
  },
  // Not 'Paid': one that is pending or failed has a date, too.
  { label: "Date", sort: "paymentDate", cell: ({ paymentDate }) => timeCell(paymentDate) },
  { label: "Access until", sort: "", cell: accessCell },
];

function planCell({ plan, tier }: PaymentRow): Cell {
  return plan === tier ? { kind: "text", text: plan } : { kind: "text", text: plan, sub: tier };
}

const timeCell = (at: Date): Cell => ({ kind: "time", iso: at.toISOString() });

/** The true end: with the days of a referral in it, and none where the money went back. */
function accessCell({ accessUntil, bonusDays, refundedAt }: PaymentRow): Cell {
  if (refundedAt) return { kind: "text", text: "Ended by the refund" };
  if (!accessUntil) return { kind: "text", text: "–" };
  const time = formatTime(accessUntil, "short-date", config().siteTz);
  return bonusDays > 0
    ? { kind: "text", text: time, sub: `${pluralize(bonusDays, "day")} from a referral` }
    : timeCell(accessUntil);
}

function statusCell({ status, refundedAt }: PaymentRow): Cell {
  if (refundedAt) return { kind: "badge", tone: "warn", text: STATUS_LABELS.REFUNDED };
  const tone = ({ COMPLETED: "good", PENDING: "warn", FAILED: "bad" } as const)[status];
  return { kind: "badge", tone, text: status };
}

const listStateOf = (request: Request): ListState =>
  readListState(new URL(request.url).searchParams, {
    filters: { status: STATUSES },
    sorts: ["createdAt", "paymentDate"],
  });

type SqlCondition = { sql: string; values: unknown[] };

/** What the list is narrowed to. Days are days of the site's time zone, both inclusive. */
function whereSql({ q, filters, from, to }: ListState): SqlCondition {
  const zone = config().siteTz;
  const parts: [sql: string, ...values: unknown[]][] = [];
  if (filters.status === "REFUNDED") parts.push(["p.refunded_at is not null"]);
  else if (filters.status) parts.push(["p.status = ? and p.refunded_at is null", filters.status]);
  if (from) parts.push(["p.created_at >= (?::date::timestamp at time zone ?)", from, zone]);
  if (to) parts.push(["p.created_at < ((?::date + 1)::timestamp at time zone ?)", to, zone]);
  if (q) {
    // Each part by an index of its own: a condition over the joined tables would read them all.
    parts.push([
      `(p.member_id in (select id from members where (email::text) ilike ?) or p.provider_capture_id = ?
        or p.order_id in (select id from orders where provider_order_id = ?))`,
      likePattern(q),
      q.toUpperCase(),
      q.toUpperCase(),
    ]);
  }
  return {
    sql: parts.length > 0 ? `where ${parts.map(([sql]) => sql).join(" and ")}` : "",
    values: parts.flatMap(([, ...values]) => values),
  };
}

const orderBySql = ({ sort, direction }: ListState) =>
  `order by ${sort === "paymentDate" ? "p.payment_date" : "p.created_at"} ${direction}, p.id ${direction}`;

function findPayments(state: ListState, limit: number, offset: number): Promise<PaymentRow[]> {
  const { sql, values } = whereSql(state);
  return query(
    `select ${PAYMENT_COLUMNS} from ${PAYMENT_FROM} ${sql} ${orderBySql(state)} limit ? offset ?`,
    [...values, limit, offset],
  );
}

async function countMatching(state: ListState): Promise<number> {
  const { sql, values } = whereSql(state);
  const [counted] = await query<{ total: number }>(
    `select count(*)::int as total from (select 1 from payments p ${sql} limit ?) as counted`,
    [...values, COUNT_LIMIT + 1],
  );
  return counted?.total ?? 0;
}

export type TotalTile = { label: string; amount: string; note: string };

/** One figure for each status; where some of it went back, also how much, and what is left. */
function totalTiles({
  status,
  count: payments,
  amount,
  refunds,
  refunded,
  net,
  currency,
}: PaymentTotal): TotalTile[] {
  const label = (word: string) => (currency === "USD" ? word : `${word} ${currency}`);
  const countText = pluralize(payments, "payment");
  const totalTile = { label: label(status), amount: formatMoney(amount, currency), note: countText };
  if (refunds === 0) return [totalTile];
  const netNote = `${countText}, ${formatMoney(net, currency)} net of refunds`;
  const refundedTile = { label: label("Of which refunded"), amount: formatMoney(refunded, currency) };
  return [
    { ...totalTile, note: netNote },
    { ...refundedTile, note: pluralize(refunds, "payment") },
  ];
}

/** `/admin/payments`: what came in, by status, and every payment with the provider's ids. Nothing is edited here. */
export async function paymentsScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("payments.read"));
  const state = listStateOf(args.request);
  redirectToCleanUrl(args.request, BASE + writeListState(state));
  const found = await loadOr(args, LOAD_FAILED, loadPage(state), undefined);
  const search = writeListState(state);
  const list: ListScreenData = {
    names: { one: "payment", many: "payments", title: "Payments", add: "", edit: "" },
    parent: undefined,
    base: BASE,
    state,
    search,
    failed: found ? "" : LOAD_FAILED,
    sizes: [...PAGE_SIZES],
    total: Math.min(found?.total ?? 0, COUNT_LIMIT),
    capped: (found?.total ?? 0) > COUNT_LIMIT,
    unfilteredTotal: Math.min(found?.all ?? 0, COUNT_LIMIT),
    unfilteredCapped: (found?.all ?? 0) > COUNT_LIMIT,
    addTo: "",
    csvTo: `${BASE}/export.csv${search}`,
    searchLabel: "Search email, or an id of PayPal’s",
    filters: [
      {
        name: "status",
        label: "Status",
        options: STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
      },
    ],
    columns: COLUMNS.map(({ label, sort }) => ({ label, sort })),
    rows: (found?.payments ?? []).map((payment) => ({
      id: payment.id,
      title: payment.email,
      cells: COLUMNS.map(({ cell }) => cell(payment)),
      openTo: "",
      editTo: "",
      deleteTo: "",
    })),
    empty: "No payments found.",
    confirm: undefined,
  };
  return listScreenReply({ ...list, totals: (found?.totals ?? []).flatMap(totalTiles) });
}

async function loadPage(state: ListState) {
  const unfiltered: ListState = { ...state, q: "", filters: {}, from: "", to: "" };
  const [payments, total, all, totals] = await Promise.all([
    findPayments(state, state.size, (state.page - 1) * state.size),
    countMatching(state),
    countMatching(unfiltered),
    paymentTotals(),
  ]);
  return { payments, total, all, totals };
}

/** A spreadsheet gets at most this many rows; narrow the list for others. */
const MAX_ROWS = 10_000;

const CSV_COLUMNS: [label: string, text: (row: PaymentRow) => string][] = [
  ["ID", ({ id }) => id],
  ["Email", ({ email }) => email],
  ["Name", ({ firstname, lastname }) => `${firstname} ${lastname}`],
  ["Plan", ({ plan }) => plan],
  ["Tier", ({ tier }) => tier],
  ["Amount", ({ amount }) => amount],
  ["Currency", ({ currency }) => currency],
  ["Status", ({ status }) => status],
  ["Payment method", ({ paymentMethod }) => paymentMethod],
  ["PayPal capture", ({ captureId }) => captureId ?? ""],
  ["PayPal order", ({ providerOrderId }) => providerOrderId ?? ""],
  ["Date", ({ paymentDate }) => paymentDate.toISOString()],
  ["Access from", ({ accessFrom }) => accessFrom?.toISOString() ?? ""],
  ["Access until", ({ accessUntil }) => accessUntil?.toISOString() ?? ""],
  ["Days from a referral", ({ bonusDays }) => String(bonusDays)],
  ["Refunded", ({ refundedAt }) => refundedAt?.toISOString() ?? ""],
];

/** The list as it is narrowed and sorted now, all pages of it, as RFC 4180 text. */
export async function paymentsCsv(args: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(args, rolesWith("payments.read"));
  const payments = await findPayments(listStateOf(args.request), MAX_ROWS, 0);
  return csvFile("payments", [
    CSV_COLUMNS.map(([label]) => label),
    ...payments.map((payment) => CSV_COLUMNS.map(([, text]) => text(payment))),
  ]);
}
