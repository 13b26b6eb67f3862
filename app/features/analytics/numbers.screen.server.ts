import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvFile } from "~/admin-kit/csv.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { loadOr } from "~/web/optional-parts.server";
import { knownNumbers } from "./numbers.queries.server";
import { numbersView } from "./numbers.rules";
import { locksCsv, numbersCsv } from "./numbers-csv.server";
import { rangeOf } from "./ranges.rules";

/** So many of the pages whose locks are followed most are told, and as many of those that brought most payments. */
const PAGES_ON_SCREEN = 50;
const PAGES_IN_FILE = 20_000;

const rangeAsked = ({ request }: LoaderFunctionArgs) => rangeOf(new URL(request.url).searchParams);

/** `/admin/numbers`: who pays, who stopped and what came in, in a range of days. */
export async function numbersScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("payments.read"));
  const range = rangeAsked(args);
  const view = await loadOr(
    args,
    "Failed to fetch payments",
    knownNumbers(range, { most: PAGES_ON_SCREEN, beside: true }).then(numbersView),
    undefined,
  );
  return { range, view };
}

async function requireFile(args: LoaderFunctionArgs): Promise<void> {
  const staff = await requireStaff(args, rolesWith("payments.export"));
  requireRecentPassword(args, staff, "payments.export");
}

/** `/admin/numbers/export.csv`: the same, day by day. */
export async function numbersFile(args: LoaderFunctionArgs): Promise<Response> {
  await requireFile(args);
  return csvFile("numbers", numbersCsv(await knownNumbers(rangeAsked(args))));
}

/** `/admin/numbers/locks.csv`: from lock to payment, page by page. */
export async function locksFile(args: LoaderFunctionArgs): Promise<Response> {
  await requireFile(args);
  const { locks } = numbersView(await knownNumbers(rangeAsked(args), { most: PAGES_IN_FILE }));
  return csvFile("locks", locks ? locksCsv(locks) : []);
}
