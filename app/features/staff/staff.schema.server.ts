import { STAFF_ROLES, STAFF_STATUSES } from "db/entities/staff";
import { z } from "zod";
import { described, recordId, timestamp } from "~/admin-kit/record-schema.server";

/** Somebody of the staff as the API gives them; specification, section 3. */
export const staffSchema = z
  .strictObject({
    _id: described(recordId, "The same as `id`."),
    id: recordId,
    fullname: described(z.string(), "Their name.", "Agnes Thorvald"),
    email: described(z.string(), "Their address.", "staff@demo.test"),
    role: described(z.enum(STAFF_ROLES), "What they may do.", "superadmin"),
  })
  .meta({ id: "Admin", description: "Somebody who works in the back-office." });

/** The same as the superadmin who manages them gets it. */
export const managedStaffSchema = staffSchema
  .extend({
    status: described(z.enum(STAFF_STATUSES), "Who is inactive cannot sign in.", "active"),
    version: described(z.int().min(1), "Rises with every change.", 2),
    createdAt: timestamp("When they were added.", "2026-02-11T09:00:00.000Z"),
  })
  .meta({ id: "ManagedAdmin", description: "Somebody of the staff, as the superadmin sees them." });
