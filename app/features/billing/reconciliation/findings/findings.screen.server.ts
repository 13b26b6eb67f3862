import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { parseOrThrow } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { loadOr } from "~/web/optional-parts.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { findings, SHOWN } from "./findings.queries.server";
import { FINDING_ACTIONS, FINDING_KINDS } from "./findings.rules";
import { resolveFinding } from "./findings.server";

/** The page that compares payments with access. */
export const FINDINGS_PATH = "/admin/payments/access";

/** `/admin/payments/access`: the current differences between payments and access. */
export async function findingsScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("payments.read"));
  const found = await loadOr(args, "Failed to fetch payments", findings(), undefined);
  return { found, shown: SHOWN };
}

const requestSchema = z.object({
  kind: z.enum(FINDING_KINDS, "Choose an entry on the page"),
  subject: z.string("Choose an entry on the page").regex(/^[\w .-]{1,200}$/, "Choose an entry on the page"),
  fix: z.enum(FINDING_ACTIONS, "Choose what to do"),
});

/** Runs the action of one button of the page. */
export async function resolveByForm(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("findings.write"));
  const confirmed = await withRecentPassword(args, staff, "findings.write");
  return pageReply(confirmed, "Nothing was changed. Please try again in a moment.", async () => {
    const { values } = await readSubmission(confirmed.request);
    const text = await resolveFinding(staff, parseOrThrow(requestSchema, values));
    return redirectWithToast(FINDINGS_PATH, { tone: "good", text });
  });
}
