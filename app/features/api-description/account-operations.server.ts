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
import { SIGNED_OUT } from "~/auth/end-session.server";
import { memberSignIn } from "~/auth/sign-in.rules";
import { memberSchema } from "~/features/accounts/member.schema.server";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import { messageText, sessionTokenSchema, userResponse } from "./response-schemas.server";

const PERSON = { firstname: "Paul", lastname: "Merriweather" };
const EMAIL = "reader@demo.test";
const tokenSchema = described(z.string(), "The token from the link in the email.", "m4IlT0k3n");
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
    limits: ["register-network", "register-address"],
    repeats: "refused",
    audience: "reader",
    summary: "Register a member",
    description:
      "Until an email address is verified, the server keeps every registration for it. The response is the same if the address already has an account; its owner then receives an email. Only a superadmin or admin can use `registeredByAdmin`: the member is active immediately and is included in the response. Role, subscription and status are ignored.",
    body: {
      json: z.object({
        ...registrationSchema.shape,
        registeredByAdmin: described(z.boolean().optional(), "True if staff add the member."),
      }),
      example: { ...PERSON, email: EMAIL, password: "a password of 8 or more" },
    },
    responses: [
      {
        status: 201,
        description: "Registered. Staff also receive `user`.",
        schema: z.strictObject({
          message: messageText("Account created successfully"),
          user: memberSchema.optional(),
        }),
      },
    ],
    errorStatuses: [409],
  },
  {
    method: "POST",
    path: "/api/auth/user/login",
    operationId: "signIn",
    limits: ["sign-in-network", "sign-in-address"],
    repeats: "refused",
    audience: "anybody",
    summary: "Sign in as a member",
    description:
      "Returns a token that is valid for 30 days, and sets the same session as a cookie for browsers.",
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
    errorStatuses: [401, 403],
  },
  {
    method: "DELETE",
    path: "/api/auth/session",
    operationId: "endSession",
    audience: "signed in",
    summary: "Sign out",
    description:
      "Ends the session that the token belongs to, for members and staff alike. The token stops working at once. An API key has no session: to stop one, revoke it.",
    responses: [messageResponse(SIGNED_OUT)],
    errorStatuses: [403],
  },
  {
    method: "GET",
    path: "/api/user/profile",
    operationId: "getProfile",
    cached: true,
    audience: "member",
    summary: "Read your profile",
    responses: [{ status: 200, description: "Your profile.", schema: userResponse("Profile loaded") }],
  },
  {
    method: "PUT",
    path: "/api/user/profile",
    operationId: "changeProfile",
    conditional: true,
    audience: "member",
    summary: "Change your profile",
    description: "Changes both names, and the photo if you send one. The email does not change.",
    body: {
      json: profileSchema,
      multipart: z.object({ ...profileSchema.shape, [PHOTO_FIELD]: photoSchema }),
      example: PERSON,
    },
    responses: [
      {
        status: 200,
        description: "Your updated profile.",
        schema: userResponse("Profile updated successfully"),
      },
    ],
  },
  {
    method: "POST",
    path: "/api/auth/user/forget-password",
    operationId: "forgetPassword",
    limits: ["forgot-network", "forgot-address"],
    repeats: "refused",
    audience: "anybody",
    summary: "Request a password reset",
    description:
      "The response is the same for every email address. The link in the email works for 30 minutes.",
    body: { json: emailOnlySchema, example: { email: EMAIL } },
    responses: [messageResponse("Password reset email sent!")],
  },
  {
    method: "POST",
    path: "/api/auth/user/reset-password/:token",
    operationId: "resetPassword",
    limits: ["reset-network"],
    repeats: "refused",
    audience: "anybody",
    summary: "Choose a new password",
    description:
      "Ends all sessions of the member. The link works once. The response is 400 if it was used, has expired or was replaced.",
    pathParams: { token: tokenSchema },
    body: { json: passwordResetSchema, example: { password: "a password of 8 or more" } },
    responses: [messageResponse("Password reset successful!")],
  },
  {
    method: "GET",
    path: "/api/auth/user/verify-email/:token",
    operationId: "verifyEmail",
    audience: "anybody",
    summary: "Verify an email address",
    description:
      "You can repeat the request with the same result. It does not sign the member in. The link works for 24 hours. If an address was registered more than once, the account keeps the password chosen in the browser that opens the link. In any other browser no password is kept: the message explains this, and the next step is `forget-password`.",
    pathParams: { token: tokenSchema },
    responses: [messageResponse("Email verified successfully!")],
    errorStatuses: [400],
  },
  {
    method: "GET",
    path: "/api/auth/user/resend-verification",
    operationId: "resendVerification",
    limits: ["resend-network", "resend-address"],
    audience: "anybody",
    summary: "Resend the verification email",
    description: "The response is the same for every email address. HEAD sends no email.",
    query: { email: described(emailOnlySchema.shape.email, "The email address to send it to.", EMAIL) },
    responses: [messageResponse("Verification email sent!")],
  },
];
