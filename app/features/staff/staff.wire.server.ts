import { STAFF_ROLES } from "db/entities/staff";
import { z } from "zod";
import { recordId, told } from "~/resource/wire.server";

/** Somebody of the staff as the API gives them; specification, section 3. */
export const staffForm = z
  .strictObject({
    _id: told(recordId, "The same as `id`."),
    id: recordId,
    fullname: told(z.string(), "Their name.", "Agnes Thorvald"),
    email: told(z.string(), "Their address.", "superadmin@demo.test"),
    role: told(z.enum(STAFF_ROLES), "What they may do.", "superadmin"),
  })
  .meta({ id: "Admin", description: "Somebody who works in the back-office." });
