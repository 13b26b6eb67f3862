import { z } from "zod";
import type { Operation } from "~/admin-kit/operations.server";
import { messageForm, told } from "~/admin-kit/record-schema.server";
import {
  addressOnly,
  PHOTO_FIELD,
  passwordReset,
  profile,
  registration,
} from "~/features/accounts/account.rules";
import { memberForm } from "~/features/accounts/member.schema.server";
import { memberSignIn } from "~/features/accounts/sign-in.rules";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import { messageWords, sessionToken, userReply } from "./response-schemas.server";

const PERSON = { firstname: "Paul", lastname: "Merriweather" };
const EMAIL = "reader@demo.test";
const link = told(z.string(), "The token of the link in the mail.", "m4IlT0k3n");
const photo = told(
  z.file().max(UPLOAD_LIMITS.fileBytes).mime(["image/jpeg", "image/png", "image/webp"]).optional(),
  "A photo.",
);

const said = (message: string) =>
  ({ status: 200, says: "Done.", form: messageForm, sample: { message } }) as const;

/** What members do with their accounts; specification, section 7. */
export const accountOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/user/register",
    name: "register",
    who: "reader",
    summary: "Register a member",
    about:
      "An address that waits for its verification keeps every registration, until one is proved. A known address is answered like a new one, and its owner is told by mail. `registeredByAdmin` counts for superadmin and admin only: the member is active at once and comes back in the answer. Role, subscription and status are not looked at.",
    body: {
      json: registration.extend({
        registeredByAdmin: told(z.boolean().optional(), "Set by staff who add somebody."),
      }),
      sample: { ...PERSON, email: EMAIL, password: "a password of 8 or more" },
    },
    answers: [
      {
        status: 201,
        says: "Registered; with `user` for the staff.",
        form: z.strictObject({
          message: messageWords("Account created successfully"),
          user: memberForm.optional(),
        }),
      },
    ],
    refuses: [409, 429],
  },
  {
    method: "POST",
    path: "/api/auth/user/login",
    name: "signIn",
    who: "anybody",
    summary: "Sign in as a member",
    about: "A token that lasts 30 days, and the same session as a cookie for browsers.",
    body: { json: memberSignIn, sample: { email: EMAIL, password: "your password" } },
    answers: [
      {
        status: 200,
        says: "Signed in.",
        form: z.strictObject({
          message: messageWords("Logged in successfully!"),
          token: sessionToken,
          user: memberForm,
        }),
      },
    ],
    refuses: [401, 403, 429],
  },
  {
    method: "GET",
    path: "/api/user/profile",
    name: "getProfile",
    who: "member",
    summary: "Read your profile",
    answers: [{ status: 200, says: "Who you are.", form: userReply("Profile loaded") }],
  },
  {
    method: "PUT",
    path: "/api/user/profile",
    name: "changeProfile",
    who: "member",
    summary: "Change your profile",
    about: "Both names, and a photo if you send one. The email stays what it is.",
    body: {
      json: profile,
      multipart: profile.extend({ [PHOTO_FIELD]: photo }),
      sample: PERSON,
    },
    answers: [{ status: 200, says: "Your profile now.", form: userReply("Profile updated successfully") }],
  },
  {
    method: "POST",
    path: "/api/auth/user/forget-password",
    name: "forgetPassword",
    who: "anybody",
    summary: "Ask for a new password",
    about: "Answered alike for every address. The link in the mail is good for 30 minutes.",
    body: { json: addressOnly, sample: { email: EMAIL } },
    answers: [said("Password reset email sent!")],
    refuses: [429],
  },
  {
    method: "POST",
    path: "/api/auth/user/reset-password/:token",
    name: "resetPassword",
    who: "anybody",
    summary: "Choose a new password",
    about: "All sessions of the member end. The link works once: 400 says that it is used, old or replaced.",
    parts: { token: link },
    body: { json: passwordReset, sample: { password: "a password of 8 or more" } },
    answers: [said("Password reset successful!")],
    refuses: [429],
  },
  {
    method: "GET",
    path: "/api/auth/user/verify-email/:token",
    name: "verifyEmail",
    who: "anybody",
    summary: "Verify an address",
    about:
      "May be asked again and says the same. It signs nobody in. The link is good for 24 hours. Of an address that was registered more than once, the password is kept of the browser that opens the link and registered there; opened by anybody else it keeps none, says so, and the next step is `forget-password`.",
    parts: { token: link },
    answers: [said("Email verified successfully!")],
    refuses: [400],
  },
  {
    method: "GET",
    path: "/api/auth/user/resend-verification",
    name: "resendVerification",
    who: "anybody",
    summary: "Send the verification again",
    about: "Answered alike for every address. HEAD sends nothing.",
    query: { email: told(addressOnly.shape.email, "Where to.", EMAIL) },
    answers: [said("Verification email sent!")],
    refuses: [429],
  },
];
