import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { requestLedgerCheck } from "~/features/calls/verification/check-ledger.server";
import { redirectVisit } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";

const BEGUN = "A ledger check has started: reload the page to see the result";
const UNDER_WAY = "A ledger check is already in progress";

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("ledger.write"));
  return redirectVisit(args, "/admin");
}

/** Starts a ledger check, unless one is running. */
export async function action(args: ActionFunctionArgs) {
  await requireStaff(args, rolesWith("ledger.write"));
  const hasBegun = await requestLedgerCheck();
  return redirectWithToast(
    "/admin",
    hasBegun ? { tone: "good", text: BEGUN } : { tone: "bad", text: UNDER_WAY },
  );
}
