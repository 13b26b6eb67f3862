import { z } from "zod";
import { type Operation, staffListing } from "~/admin-kit/operations.server";
import { messageForm, recordId } from "~/admin-kit/record-schema.server";
import { tierChoice } from "~/features/accounts/back-office/tier.server";
import { members } from "~/features/accounts/members.resource.server";
import { ANY_STAFF } from "~/features/auth/viewer.server";
import { admins } from "~/features/staff/admins.resource.server";
import { addition, change, ownPassword } from "~/features/staff/admins.rules";
import { staffSignIn } from "~/features/staff/sign-in.rules";
import { managedStaffForm, staffForm } from "~/features/staff/staff.schema.server";
import { messageWords, sessionToken, userReply } from "./response-schemas.server";

const byId = { id: recordId };
const ADMIN = { fullname: "Agnes Thorvald", email: "agnes@demo.test", role: "editor" };

const adminReply = (message: string) =>
  z.strictObject({ message: messageWords(message), admin: managedStaffForm });

/** What the staff do; specification, section 7. A new address is one more entry. */
export const staffOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/admin/login",
    name: "signInStaff",
    who: "anybody",
    summary: "Sign in as staff",
    about: "A token that lasts 12 hours, and the same session as a cookie for browsers.",
    body: {
      json: staffSignIn,
      sample: { email: "staff@demo.test", password: "your password" },
    },
    answers: [
      {
        status: 200,
        says: "Signed in.",
        form: z.strictObject({
          message: messageWords("Logged in successfully!"),
          token: sessionToken,
          admin: staffForm,
        }),
      },
    ],
    refuses: [401, 429],
  },
  {
    method: "GET",
    path: "/api/admin/profile",
    name: "getStaffProfile",
    who: { staff: ANY_STAFF },
    summary: "Read your own staff profile",
    answers: [{ status: 200, says: "Who you are.", form: z.strictObject({ admin: staffForm }) }],
  },
  staffListing(members, "/api/admin/get-users", { name: "listUsers", summary: "List members" }),
  {
    method: "PUT",
    path: "/api/admin/subscription/:id",
    name: "switchTier",
    parts: byId,
    who: { staff: members.roles.write },
    summary: "Switch a member’s tier",
    about: "At once and without an end date; one that was running is dropped.",
    body: { json: tierChoice, sample: { subscription: "Premium" } },
    answers: [{ status: 200, says: "Switched.", form: userReply("Subscription updated successfully") }],
    refuses: [409],
  },
  staffListing(admins, "/api/auth/admin/getAllAdmin", { name: "listAdmins", summary: "List the staff" }),
  {
    method: "POST",
    path: "/api/auth/admin/addAdmin",
    name: "addAdmin",
    who: { staff: admins.roles.write },
    summary: "Add an admin or an editor",
    body: { json: addition, sample: { ...ADMIN, password: "a password of 8 or more" } },
    answers: [{ status: 201, says: "Added.", form: adminReply("Admin added successfully") }],
    refuses: [409],
  },
  {
    method: "PUT",
    path: "/api/auth/admin/updateAdmin/:id",
    name: "changeAdmin",
    parts: byId,
    who: { staff: admins.roles.write },
    summary: "Change an admin or an editor",
    about:
      "Name, address and role. Without a password they keep theirs; with one, or with another role or status, their sessions end. The superadmin cannot be changed here.",
    body: { json: change, sample: ADMIN },
    answers: [{ status: 200, says: "Changed.", form: adminReply("Admin updated successfully") }],
    refuses: [409],
  },
  {
    method: "DELETE",
    path: "/api/auth/admin/deleteAdmin/:id",
    name: "deleteAdmin",
    parts: byId,
    who: { staff: admins.roles.remove },
    summary: "Delete an admin or an editor",
    about: "They are signed out everywhere at once. The superadmin cannot be deleted.",
    answers: [
      { status: 200, says: "Gone.", form: messageForm, sample: { message: "Admin deleted successfully" } },
    ],
  },
  {
    method: "PUT",
    path: "/api/auth/admin/changeSuperAdminPassword",
    name: "changeSuperadminPassword",
    who: { staff: admins.roles.write },
    summary: "Change your own password as superadmin",
    about: "All your other sessions end.",
    body: {
      json: ownPassword,
      sample: { currentPassword: "your password", newPassword: "a password of 8 or more" },
    },
    answers: [
      {
        status: 200,
        says: "Changed.",
        form: messageForm,
        sample: { message: "Password changed successfully" },
      },
    ],
    refuses: [429],
  },
];
