import { z } from "zod";
import { type Operation, staffGetOperation, staffListOperation } from "~/admin-kit/api-operations.server";
import { messageSchema, recordId } from "~/admin-kit/record-schema.server";
import { versionBody } from "~/admin-kit/request-schemas.server";
import { rolesWith } from "~/auth/permissions.server";
import { tierSchema } from "~/features/accounts/back-office/tier.server";
import { managedMemberSchema } from "~/features/accounts/member.schema.server";
import { members } from "~/features/accounts/members.resource.server";
import { admins } from "~/features/staff/admins.resource.server";
import { adminChangeSchema, newAdminSchema } from "~/features/staff/admins.rules";
import { ownPasswordSchema } from "~/features/staff/own-password.rules";
import { staffSignIn } from "~/features/staff/sign-in.rules";
import { managedStaffSchema, staffSchema } from "~/features/staff/staff.schema.server";
import { messageText, sessionTokenSchema, userResponse } from "./response-schemas.server";

const idParams = { id: recordId };
const ADMIN = { fullname: "Agnes Thorvald", email: "agnes@demo.test", role: "editor" };

const adminResponse = (message: string) =>
  z.strictObject({ message: messageText(message), admin: managedStaffSchema });

/** Operations for staff; specification, section 7. A new address is one more entry. */
export const staffOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/admin/login",
    operationId: "signInStaff",
    limits: ["sign-in-network", "sign-in-address"],
    repeats: "refused",
    audience: "anybody",
    summary: "Sign in as staff",
    description:
      "Returns a token that is valid for 12 hours, and sets the same session as a cookie for browsers. If two-step sign-in is on, also send `code`: an app code or a recovery code. Without it, the response is 401 with a message that explains this.",
    body: {
      json: staffSignIn,
      example: { email: "staff@demo.test", password: "your password" },
    },
    responses: [
      {
        status: 200,
        description: "Signed in.",
        schema: z.strictObject({
          message: messageText("Logged in successfully!"),
          token: sessionTokenSchema,
          admin: staffSchema,
        }),
      },
    ],
    errorStatuses: [401],
  },
  {
    method: "GET",
    path: "/api/admin/profile",
    operationId: "getStaffProfile",
    audience: { staff: rolesWith("back-office.read") },
    summary: "Read your own staff profile",
    responses: [
      { status: 200, description: "Your profile.", schema: z.strictObject({ admin: staffSchema }) },
    ],
  },
  staffListOperation(members, "/api/admin/get-users", { operationId: "listUsers", summary: "List members" }),
  {
    ...staffGetOperation(members, "/api/admin/get-users/:id", {
      operationId: "getUser",
      summary: "Read a member",
    }),
    limits: ["member-read-staff", "member-read-key"],
  },
  {
    method: "PUT",
    path: "/api/admin/subscription/:id",
    operationId: "switchTier",
    conditional: true,
    pathParams: idParams,
    audience: { staff: members.roles.write },
    summary: "Switch a member’s tier",
    description:
      "Takes effect immediately and has no end date; an existing end date is removed. `If-Match` takes the `ETag` of `GET /api/admin/get-users/{id}`.",
    body: {
      json: tierSchema.extend({ version: versionBody }),
      example: { subscription: "Premium" },
      ignored: Object.keys(managedMemberSchema.shape),
    },
    responses: [
      { status: 200, description: "Switched.", schema: userResponse("Subscription updated successfully") },
    ],
    errorStatuses: [409],
  },
  staffListOperation(admins, "/api/auth/admin/getAllAdmin", {
    operationId: "listAdmins",
    summary: "List the staff",
  }),
  {
    method: "POST",
    path: "/api/auth/admin/addAdmin",
    operationId: "addAdmin",
    audience: { staff: admins.roles.write },
    summary: "Add an admin or an editor",
    body: { json: newAdminSchema, example: { ...ADMIN, password: "a password of 8 or more" } },
    responses: [{ status: 201, description: "Added.", schema: adminResponse("Admin added successfully") }],
    errorStatuses: [409],
  },
  {
    method: "PUT",
    path: "/api/auth/admin/updateAdmin/:id",
    operationId: "changeAdmin",
    pathParams: idParams,
    audience: { staff: admins.roles.write },
    summary: "Change an admin or an editor",
    description:
      "Changes name, email and role. If no password is sent, the current one stays. A new password, role or status ends their sessions. The superadmin cannot be changed here. Send `version` to protect a change: no operation returns one admin with an `ETag`.",
    body: { json: z.object({ ...adminChangeSchema.shape, version: versionBody }), example: ADMIN },
    responses: [
      { status: 200, description: "Changed.", schema: adminResponse("Admin updated successfully") },
    ],
    errorStatuses: [409],
  },
  {
    method: "DELETE",
    path: "/api/auth/admin/deleteAdmin/:id",
    operationId: "deleteAdmin",
    pathParams: idParams,
    audience: { staff: admins.roles.remove },
    summary: "Delete an admin or an editor",
    description: "They are signed out everywhere at once. The superadmin cannot be deleted.",
    responses: [
      {
        status: 200,
        description: "Deleted.",
        schema: messageSchema,
        example: { message: "Admin deleted successfully" },
      },
    ],
  },
  {
    method: "PUT",
    path: "/api/auth/admin/changeSuperAdminPassword",
    operationId: "changeSuperadminPassword",
    limits: ["password-staff"],
    audience: { staff: admins.roles.write },
    summary: "Change your own password as superadmin",
    description: "Ends all your other sessions.",
    body: {
      json: ownPasswordSchema,
      example: { currentPassword: "your password", newPassword: "a password of 8 or more" },
    },
    responses: [
      {
        status: 200,
        description: "Changed.",
        schema: messageSchema,
        example: { message: "Password changed successfully" },
      },
    ],
  },
];
