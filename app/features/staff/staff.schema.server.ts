import { STAFF_ROLES, STAFF_STATUSES } from "db/entities/staff";
import { z } from "zod";
import { described, recordId, timestamp } from "~/admin-kit/record-schema.server";

/** A member of staff in the API; specification, section 3. */
export const staffSchema = z
  .strictObject({
    _id: described(recordId, "The same as `id`."),
    id: recordId,
    fullname: described(z.string(), "Their name.", "Agnes Thorvald"),
    email: described(z.string(), "Their email address.", "staff@demo.test"),
    role: described(z.enum(STAFF_ROLES), "Their role.", "superadmin"),
  })
  .meta({ id: "Admin", description: "A person who works in the back-office." });

/** The same for the superadmin. */
export const managedStaffSchema = staffSchema
  .extend({
    status: described(z.enum(STAFF_STATUSES), "Inactive staff cannot sign in.", "active"),
    version: described(z.int().min(1), "Increases with every change.", 2),
    createdAt: timestamp("When they were added.", "2026-02-11T09:00:00.000Z"),
  })
  .meta({ id: "ManagedAdmin", description: "A member of staff, as the superadmin sees them." });
