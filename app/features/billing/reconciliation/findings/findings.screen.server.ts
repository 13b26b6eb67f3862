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
import { FINDING_KINDS, MENDS } from "./findings.rules";
import { mendFinding } from "./findings.server";

/** The page where money and access are compared. */
export const FINDINGS_PATH = "/admin/payments/access";

/** `/admin/payments/access`: where money and access differ, now. */
export async function findingsScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("payments.read"));
  const found = await loadOr(args, "Failed to fetch payments", findings(), undefined);
  return { found, shown: SHOWN };
}

const mendSchema = z.object({
  kind: z.enum(FINDING_KINDS, "Choose a line of the page"),
  subject: z.string("Choose a line of the page").regex(/^[\w .-]{1,200}$/, "Choose a line of the page"),
  mend: z.enum(MENDS, "Choose what to do"),
});

/** Does what one button of the page says. */
export async function mendByForm(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("findings.write"));
  const confirmed = await withRecentPassword(args, staff, "findings.write");
  return pageReply(confirmed, "Nothing was changed. Please try again in a moment.", async () => {
    const { values } = await readSubmission(confirmed.request);
    const text = await mendFinding(staff, parseOrThrow(mendSchema, values));
    return redirectWithToast(FINDINGS_PATH, { tone: "good", text });
  });
}
