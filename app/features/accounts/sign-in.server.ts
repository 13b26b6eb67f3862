import { type MemberAccount, memberByEmail } from "~/access/member-account.queries.server";
import type { SignInMethod } from "~/auth/form-sign-in.server";
import type { VerifiedPerson } from "~/auth/sessions.server";
import { memberSignIn } from "~/auth/sign-in.rules";
import { mailNewDevice } from "~/features/mail/new-device-mail.server";
import { AppError } from "~/web/app-error.server";
import { readBrowserHash } from "./registration-cookie.server";

/** Emails the member after a sign-in from a new device. */
const onNewDevice = mailNewDevice("member");

/** @throws AppError 403 for an account that staff deactivated */
export function assertNotInactive(status: MemberAccount["status"]): void {
  if (status === "inactive") throw new AppError(403, "This account is not active. Please contact support");
}

/** How a member's session begins without a password form. */
export const MEMBER_BY_LINK = { kind: "member", byPassword: false, onNewDevice } as const;

/** How members sign in, at `/login` and `POST /api/auth/user/login`. */
export const MEMBER_SIGN_IN: SignInMethod<MemberAccount & VerifiedPerson> = {
  kind: "member",
  schema: memberSignIn,
  find: async (email, request) => {
    const found = await memberByEmail(email, readBrowserHash(request));
    return found?.passwordHash ? { ...found, passwordHash: found.passwordHash } : undefined;
  },
  assertCanSignIn: ({ status }) => {
    if (status === "pending")
      throw new AppError(403, "Please verify your email before you sign in", { pending: true });
    assertNotInactive(status);
  },
  onNewDevice,
  texts: { failed: "Unexpected error. Please try again." },
};
