import { MEMBER_STATUSES, TIERS } from "db/entities/member";
import { z } from "zod";
import {
  described,
  pictureOrNull,
  recordId,
  timestamp,
  timestampOrNull,
} from "~/admin-kit/record-schema.server";

/** A member as the API returns it; specification, section 3. */
export const memberSchema = z
  .strictObject({
    _id: described(recordId, "The same as `id`."),
    id: recordId,
    serialNumber: described(z.int().min(1), "Increases in order of registration.", 1042),
    firstname: described(z.string(), "First name.", "Paul"),
    lastname: described(z.string(), "Last name.", "Merriweather"),
    email: described(z.string(), "The email address; it cannot be changed here.", "reader@demo.test"),
    role: described(z.literal("user"), "Always `user`.", "user"),
    subscription: described(z.enum(TIERS), "The current tier: Basic once a paid tier has ended.", "Premium"),
    onTrial: described(z.boolean(), "Whether that tier is the member’s free trial.", false),
    status: described(z.enum(MEMBER_STATUSES), "Pending until the email is verified.", "active"),
    registeredByAdmin: described(z.boolean(), "Whether staff added this member.", false),
    profileImage: pictureOrNull("Path of the photo on this site; null if there is none."),
    createdAt: timestamp("When the account was created.", "2026-03-02T08:15:30.000Z"),
  })
  .meta({ id: "User", description: "A member." });

/** A member as staff with member permissions get it. */
export const managedMemberSchema = memberSchema
  .extend({
    subscriptionExpiresAt: timestampOrNull(
      "When the membership ends or ended; null without an end date, and for Basic.",
      "2026-08-14T00:00:00.000Z",
    ),
    version: described(z.int().min(1), "Increases with every change.", 3),
  })
  .meta({ id: "ManagedUser", description: "A member, as staff see them." });
