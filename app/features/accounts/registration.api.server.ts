import { json } from "@remix-run/node";
import { followedLink } from "~/access/followed-link.server";
import { memberById, serializeMember } from "~/access/member-account.queries.server";
import { ALL_REQUIRED, REGISTERED, registrationSchema } from "~/auth/account.rules";
import { can } from "~/auth/permissions.server";
import { KEYS_CANNOT, viewerOf } from "~/auth/viewer.server";
import { readApiBody } from "~/web/accepted-names.server";
import { parseOrThrow } from "~/web/app-error.server";
import { forbidden } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { register, registerByStaff } from "./registration.server";

/**
 * `POST /api/auth/user/register`, open to everybody. `registeredByAdmin` counts only with a staff session
 * that may add members (specification, section 6); role, subscription and status are ignored.
 */
export async function registerReply(args: RequestArgs): Promise<Response> {
  const { values } = await readApiBody(args);
  const viewer = await viewerOf(args);
  if (viewer.kind === "key") throw forbidden(KEYS_CANNOT);
  if (viewer.kind === "staff" && can(viewer, "members.write") && isTrue(values.registeredByAdmin)) {
    const id = await registerByStaff(viewer, parseOrThrow(registrationSchema, values, ALL_REQUIRED));
    const added = await memberById(id);
    return json({ message: REGISTERED, user: added && serializeMember(added) }, 201);
  }
  await register(args, parseOrThrow(registrationSchema, values), { link: await followedLink(args) });
  return json({ message: REGISTERED }, 201);
}

const isTrue = (value: unknown) => value === true || value === "true" || value === "on";
