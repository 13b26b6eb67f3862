import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvFile } from "~/admin-kit/csv.server";
import { rolesWith } from "~/features/auth/permissions.server";
import { requireRecentPassword } from "~/features/auth/recent-password.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { loadOr } from "~/web/optional-parts.server";
import { knownNumbers } from "./numbers.queries.server";
import { numbersView } from "./numbers.rules";
import { locksCsv, numbersCsv } from "./numbers-csv.server";
import { rangeOf } from "./ranges.rules";

const rangeAsked = ({ request }: LoaderFunctionArgs) => rangeOf(new URL(request.url).searchParams);

/** `/admin/numbers`: who pays, who stopped and what came in, in a range of days. */
export async function numbersScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("payments.read"));
  const range = rangeAsked(args);
  const view = await loadOr(
    args,
    "Failed to fetch payments",
    knownNumbers(range).then(numbersView),
    undefined,
  );
  return { range, view };
}

/** `/admin/numbers/export.csv`: the same, day by day. */
export async function numbersFile(args: LoaderFunctionArgs): Promise<Response> {
  requireRecentPassword(args, await requireStaff(args, rolesWith("payments.read")));
  return csvFile("numbers", numbersCsv(await knownNumbers(rangeAsked(args), { lockedPages: 0 })));
}

/** More pages than this are in no file. */
const PAGES_IN_FILE = 20_000;

/** `/admin/numbers/locks.csv`: from lock to payment, page by page. */
export async function locksFile(args: LoaderFunctionArgs): Promise<Response> {
  requireRecentPassword(args, await requireStaff(args, rolesWith("payments.read")));
  const known = await knownNumbers(rangeAsked(args), { lockedPages: PAGES_IN_FILE });
  const { locks } = numbersView(known);
  if (!locks) throw new AppError(503, "The locks could not be read. Please try again.");
  return csvFile("locks", locksCsv(locks));
}
