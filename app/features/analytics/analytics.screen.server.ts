import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvFile } from "~/admin-kit/csv.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { loadOr } from "~/web/optional-parts.server";
import { loadAnalytics } from "./analytics.queries.server";
import { analyticsView } from "./analytics.rules";
import { analyticsCsv, paywallCsv } from "./analytics-csv.server";
import { parseRange } from "./ranges.rules";

/** Pages with the most clicks that are listed, and as many with the most payments. */
const PAGES_ON_SCREEN = 50;
const PAGES_IN_FILE = 20_000;

const requestedRange = ({ request }: LoaderFunctionArgs) => parseRange(new URL(request.url).searchParams);

/** `/admin/numbers`: paying members and revenue in a range of days. */
export async function analyticsScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("payments.read"));
  const range = requestedRange(args);
  const view = await loadOr(
    args,
    "Failed to fetch payments",
    loadAnalytics(range, { most: PAGES_ON_SCREEN, optional: true }).then(analyticsView),
    undefined,
  );
  return { range, view };
}

async function requireFile(args: LoaderFunctionArgs): Promise<void> {
  const staff = await requireStaff(args, rolesWith("payments.export"));
  requireRecentPassword(args, staff, "payments.export");
}

/** `/admin/numbers/export.csv`: the same by day. */
export async function analyticsFile(args: LoaderFunctionArgs): Promise<Response> {
  await requireFile(args);
  return csvFile("numbers", analyticsCsv(await loadAnalytics(requestedRange(args))));
}

/** `/admin/numbers/locks.csv`: from paywall to payment, by page. */
export async function paywallsFile(args: LoaderFunctionArgs): Promise<Response> {
  await requireFile(args);
  const { locks } = analyticsView(await loadAnalytics(requestedRange(args), { most: PAGES_IN_FILE }));
  return csvFile("locks", locks ? paywallCsv(locks) : []);
}
