/** `new Webhook(secret).verify(body, headers)` gives the event of a webhook, or throws. */
export { Webhook, WebhookVerificationError } from "standardwebhooks";
export { everyRecord } from "./every-record.js";
export { CursorLost, cursorNow, followChanges } from "./follow-changes.js";
export { createOpenbell, dataOf, type Openbell, OpenbellError, type OpenbellOptions } from "./openbell.js";
export type { components, paths } from "./schema.js";
