import { json } from "@remix-run/node";
import { DESK, viewerOf } from "~/features/auth/viewer.server";
import { rememberedCode } from "~/features/entitlements/referral-cookie";
import { understood } from "~/web/errors.server";
import type { Asking } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { ALL_FIELDS, REGISTERED, registration } from "./account.rules";
import { memberById, memberWire } from "./member.queries.server";
import { register, registerByStaff } from "./registration.server";

/** Who may add members for others; specification, section 6. */

/**
 * `POST /api/auth/user/register`, for everybody. `registeredByAdmin` counts only with a staff session that may add
 * members; role, subscription and status are not looked at.
 */
export async function registerReply(asking: Asking): Promise<Response> {
  const { values } = await readSubmission(asking.request);
  const viewer = await viewerOf(asking);
  if (viewer.kind === "staff" && DESK.includes(viewer.role) && isTrue(values.registeredByAdmin)) {
    const id = await registerByStaff(viewer, understood(registration, values, ALL_FIELDS));
    const added = await memberById(id);
    return json({ message: REGISTERED, user: added && memberWire(added) }, 201);
  }
  const referralCode = rememberedCode(asking.request.headers.get("Cookie"));
  await register(asking, understood(registration, values), { referralCode });
  return json({ message: REGISTERED }, 201);
}

const isTrue = (value: unknown) => value === true || value === "true" || value === "on";
