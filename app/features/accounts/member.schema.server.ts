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
    serialNumber: described(z.int().min(1), "Counts up in order of registration.", 1042),
    firstname: described(z.string(), "First name.", "Paul"),
    lastname: described(z.string(), "Last name.", "Merriweather"),
    email: described(z.string(), "The address; it cannot be changed here.", "reader@demo.test"),
    role: described(z.literal("user"), "Always `user`.", "user"),
    subscription: described(
      z.enum(TIERS),
      "The tier that counts now: Basic once a paid one has ended.",
      "Premium",
    ),
    onTrial: described(z.boolean(), "Whether that tier is the member’s free trial.", false),
    status: described(z.enum(MEMBER_STATUSES), "Pending until the address is verified.", "active"),
    registeredByAdmin: described(z.boolean(), "Whether staff added this member.", false),
    profileImage: pictureOrNull("Path of the photo on this site; null where there is none."),
    createdAt: timestamp("When the account was made.", "2026-03-02T08:15:30.000Z"),
  })
  .meta({ id: "User", description: "A member." });

/** A member as staff with member permissions get it. */
export const managedMemberSchema = memberSchema
  .extend({
    subscriptionExpiresAt: timestampOrNull(
      "When the membership ends or ended; null without an end, and for Basic.",
      "2026-08-14T00:00:00.000Z",
    ),
    version: described(z.int().min(1), "Increases with every change.", 3),
  })
  .meta({ id: "ManagedUser", description: "A member, as the staff see them." });
