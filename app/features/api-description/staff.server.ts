import { z } from "zod";
import { staffSignIn } from "~/features/staff/sign-in.rules";
import { staffForm } from "~/features/staff/staff.wire.server";
import { everyStaff } from "~/resource/api.server";
import type { Operation } from "~/resource/operations.server";
import { messageWords, sessionToken } from "./replies.server";

/** What the staff do; specification, section 7. A new address is one more entry. */
export const staffOperations: readonly Operation[] = [
  {
    ...{ method: "POST", path: "/api/auth/admin/login", name: "signInStaff", who: "anybody" },
    summary: "Sign in as staff",
    about: "A token that lasts 12 hours, and the same session as a cookie for browsers.",
    body: {
      json: staffSignIn,
      sample: { email: "superadmin@demo.test", password: "your password" },
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
    ...{ method: "GET", path: "/api/admin/profile", name: "getStaffProfile", who: { staff: everyStaff } },
    summary: "Read your own staff profile",
    answers: [{ status: 200, says: "Who you are.", form: z.strictObject({ admin: staffForm }) }],
  },
];
