import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck } from "../columns";
import { Session } from "./session";

/**
 * A form submission that waits for a password confirmation. The body is stored unchanged and encrypted with
 * the server's secret, because it may contain passwords. Only the same session can continue it.
 */
export const PendingSubmission = defineEntity({
  name: "PendingSubmission",
  tableName: "held_submissions",
  properties: {
    ...baseColumns(),
    session: () => p.manyToOne(Session).ref().deleteRule("cascade"),
    /** The submitted address, with its query. */
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
export type PendingSubmission = InferEntity<typeof PendingSubmission>;
