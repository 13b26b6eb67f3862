import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Session } from "./session";

/**
 * What was posted and waits until the password was given again: a body as it came, sealed with the server's secret since
 * passwords may be in it. Nobody but its session goes on with it.
 */
export const HeldSubmission = defineEntity({
  name: "HeldSubmission",
  tableName: "held_submissions",
  properties: {
    ...baseColumns(),
    session: () => p.manyToOne(Session).ref().deleteRule("cascade"),
    /** The address it was posted to, with its question. */
    path: p.text(),
    contentType: p.text(),
    sealed: p.text(),
    expiresAt: p.datetime(3).index(),
  },
  checks: [
    lengthCheck("held_submissions", "path", 1, 2000),
    lengthCheck("held_submissions", "content_type", 1, 200),
  ],
  indexes: [{ properties: ["session", "createdAt"] }],
});
export type HeldSubmission = InferEntity<typeof HeldSubmission>;
