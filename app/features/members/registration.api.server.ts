import { json } from "@remix-run/node";
import { rememberedCode } from "~/features/membership/referral-cookie";
import type { Asking } from "~/http/context.server";
import { Refused, understood } from "~/http/refusal.server";
import { readSubmission } from "~/http/uploads.server";
import { viewerOf } from "~/http/viewer.server";
import { REGISTERED, registration } from "./account.rules";
import { memberById, memberWire } from "./member.queries.server";
import { register, registerByStaff } from "./registration.server";

/** Who may add members for others; specification, section 6. */
const ADDS_MEMBERS = ["superadmin", "admin"];

/**
 * `POST /api/auth/user/register`, for everybody. `registeredByAdmin` counts only with a staff session that may add
 * members; role, subscription and status are not looked at.
 */
export async function registerReply(asking: Asking): Promise<Response> {
  const { values } = await readSubmission(asking.request);
  const viewer = await viewerOf(asking);
  if (viewer.kind === "staff" && ADDS_MEMBERS.includes(viewer.role) && isTrue(values.registeredByAdmin)) {
    const id = await registerByStaff(viewer, readForStaff(values));
    const added = id && (await memberById(id));
    if (!added) throw new Refused(409, "A member with this email exists already");
    return json({ message: REGISTERED, user: memberWire(added) }, 201);
  }
  const code = rememberedCode(asking.request.headers.get("Cookie"));
  await register(asking, understood(registration, values), code);
  return json({ message: REGISTERED }, 201);
}

const isTrue = (value: unknown) => value === true || value === "true" || value === "on";

/** Section 5: 'All fields are required' where something is missing. */
function readForStaff(values: Record<string, unknown>) {
  const needed = ["firstname", "lastname", "email", "password"];
  const missing = needed.some((name) => typeof values[name] !== "string" || values[name].trim() === "");
  try {
    return understood(registration, values);
  } catch (error) {
    if (!missing || !(error instanceof Refused)) throw error;
    throw new Refused(422, "All fields are required", error.details);
  }
}
