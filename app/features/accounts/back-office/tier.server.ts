import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { TIERS } from "db/entities/member";
import { z } from "zod";
import { isId } from "~/admin-kit/find.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { DESK, requireStaff, type StaffViewer, type Tier } from "~/features/auth/viewer.server";
import { switchTier } from "~/features/entitlements/switch-tier.server";
import { standingText } from "~/features/entitlements/term.rules";
import { config } from "~/platform/config.server";
import { understood } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { readSubmission, type Submission } from "~/web/submission.server";
import { memberById, memberWire } from "../member.queries.server";
import type { Said } from "./respond.server";

const WRONG = "Subscription must be Basic, Premium or Private";

/** A tier in any casing. */
export const tierChoice = z.object({
  subscription: z.preprocess(
    (word) =>
      typeof word === "string"
        ? (TIERS.find((known) => known.toLowerCase() === word.trim().toLowerCase()) ?? word)
        : word,
    z.enum(TIERS, WRONG),
  ),
});

/**
 * Switches a member to the tier that a form asks for.
 * @param asks where it is asked first whether a term may be lost; without it that has been agreed to
 * @throws Refused 422
 */
export async function switchByForm(
  staff: StaffViewer,
  memberId: string,
  submission: Submission,
  asks?: (to: Tier) => string,
): Promise<Said> {
  const { subscription } = understood(tierChoice, submission.values);
  const terms = { version: versionOf(submission), agreed: asks === undefined };
  const done = await switchTier(staff, memberId, subscription, terms);
  if (!done) throw notFound("Member not found.");
  if ("loses" in done) return { asks: asks?.(subscription) ?? "" };
  if ("switched" in done) return { done: `${done.switched.name} is on ${subscription} now` };
  if ("unchanged" in done) return { done: `${done.unchanged.name} is on ${subscription} already` };
  const { name } = done.conflict;
  const saved = standingText(done.conflict, config().siteTz);
  return {
    status: 409,
    refused: `Nothing was changed: ${name} changed while you were looking. You chose ${subscription}; saved now is ${saved}.`,
  };
}

/** `PUT /api/admin/subscription/{id}` → `{ message, user }`. A failure is only logged; specification, section 8. */
export async function subscriptionReply(args: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(args, DESK);
  const { id } = args.params;
  if (!isId(id)) return notFound("Member not found.");
  const submission = await readSubmission(args.request);
  const { subscription } = understood(tierChoice, submission.values);
  const done = await switchTier(staff, id, subscription, {
    version: versionOf(submission),
    agreed: true,
  });
  const member = done && (await memberById(id));
  if (!member) return notFound("Member not found.");
  const user = memberWire(member);
  return "conflict" in done
    ? json({ message: "Somebody else changed this member.", current: user }, 409)
    : json({ message: "Subscription updated successfully", user });
}
