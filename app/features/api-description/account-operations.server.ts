import { z } from "zod";
import type { Operation } from "~/admin-kit/api-operations.server";
import { described, messageSchema } from "~/admin-kit/record-schema.server";
import {
  emailOnlySchema,
  PHOTO_FIELD,
  passwordResetSchema,
  profileSchema,
  registrationSchema,
} from "~/auth/account.rules";
import { memberSignIn } from "~/auth/sign-in.rules";
import { memberSchema } from "~/features/accounts/member.schema.server";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import { messageText, sessionTokenSchema, userResponse } from "./response-schemas.server";

const PERSON = { firstname: "Paul", lastname: "Merriweather" };
const EMAIL = "reader@demo.test";
const tokenSchema = described(z.string(), "The token of the link in the email.", "m4IlT0k3n");
const photoSchema = described(
  z.file().max(UPLOAD_LIMITS.fileBytes).mime(["image/jpeg", "image/png", "image/webp"]).optional(),
  "A photo.",
);

const messageResponse = (message: string) =>
  ({ status: 200, description: "Done.", schema: messageSchema, example: { message } }) as const;

/** What members do with their accounts; specification, section 7. */
export const accountOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/user/register",
    operationId: "register",
    audience: "reader",
    summary: "Register a member",
    description:
      "Until an address is verified, it keeps every registration. A known address gets the same response as a new one, and its owner receives an email. `registeredByAdmin` counts for superadmin and admin only: the member is active immediately and is in the response. Role, subscription and status are ignored.",
    body: {
      json: z.object({
        ...registrationSchema.shape,
        registeredByAdmin: described(z.boolean().optional(), "Set by staff who add somebody."),
      }),
      example: { ...PERSON, email: EMAIL, password: "a password of 8 or more" },
    },
    responses: [
      {
        status: 201,
        description: "Registered; with `user` for the staff.",
        schema: z.strictObject({
          message: messageText("Account created successfully"),
          user: memberSchema.optional(),
        }),
      },
    ],
    errorStatuses: [409, 429],
  },
  {
    method: "POST",
    path: "/api/auth/user/login",
    operationId: "signIn",
    audience: "anybody",
    summary: "Sign in as a member",
    description: "A token that lasts 30 days, and the same session as a cookie for browsers.",
    body: { json: memberSignIn, example: { email: EMAIL, password: "your password" } },
    responses: [
      {
        status: 200,
        description: "Signed in.",
        schema: z.strictObject({
          message: messageText("Logged in successfully!"),
          token: sessionTokenSchema,
          user: memberSchema,
        }),
      },
    ],
    errorStatuses: [401, 403, 429],
  },
  {
    method: "GET",
    path: "/api/user/profile",
    operationId: "getProfile",
    audience: "member",
    summary: "Read your profile",
    responses: [{ status: 200, description: "Who you are.", schema: userResponse("Profile loaded") }],
  },
  {
    method: "PUT",
    path: "/api/user/profile",
    operationId: "changeProfile",
    audience: "member",
    summary: "Change your profile",
    description: "Both names, and a photo if you send one. The email stays what it is.",
    body: {
      json: profileSchema,
      multipart: z.object({ ...profileSchema.shape, [PHOTO_FIELD]: photoSchema }),
      example: PERSON,
    },
    responses: [
      { status: 200, description: "Your profile now.", schema: userResponse("Profile updated successfully") },
    ],
  },
  {
    method: "POST",
    path: "/api/auth/user/forget-password",
    operationId: "forgetPassword",
    audience: "anybody",
    summary: "Ask for a new password",
    description: "The response is the same for every address. The link in the email works for 30 minutes.",
    body: { json: emailOnlySchema, example: { email: EMAIL } },
    responses: [messageResponse("Password reset email sent!")],
    errorStatuses: [429],
  },
  {
    method: "POST",
    path: "/api/auth/user/reset-password/:token",
    operationId: "resetPassword",
    audience: "anybody",
    summary: "Choose a new password",
    description:
      "All sessions of the member end. The link works once: 400 says that it is used, old or replaced.",
    pathParams: { token: tokenSchema },
    body: { json: passwordResetSchema, example: { password: "a password of 8 or more" } },
    responses: [messageResponse("Password reset successful!")],
    errorStatuses: [429],
  },
  {
    method: "GET",
    path: "/api/auth/user/verify-email/:token",
    operationId: "verifyEmail",
    audience: "anybody",
    summary: "Verify an address",
    description:
      "Can be repeated with the same result. It signs nobody in. The link works for 24 hours. If an address was registered more than once, the password of the browser that opens the link is kept; opened elsewhere, none is kept, the message says this, and the next step is `forget-password`.",
    pathParams: { token: tokenSchema },
    responses: [messageResponse("Email verified successfully!")],
    errorStatuses: [400],
  },
  {
    method: "GET",
    path: "/api/auth/user/resend-verification",
    operationId: "resendVerification",
    audience: "anybody",
    summary: "Send the verification again",
    description: "Answered alike for every address. HEAD sends nothing.",
    query: { email: described(emailOnlySchema.shape.email, "Where to.", EMAIL) },
    responses: [messageResponse("Verification email sent!")],
    errorStatuses: [429],
  },
];
