import { type Config, config } from "~/platform/config.server";
import { apiReply } from "~/web/replies.server";
import type { Asking } from "~/web/request-args.server";
import { textReply } from "~/web/text-reply.server";
import { describeApi } from "./document.server";

/** A new version of the site is noticed this late. */
const MAX_AGE_SECONDS = 300;

let written: { by: Config; text: string } | undefined;

/** `GET /api/openapi.json`; written once, for it depends on the operator's settings alone. */
export const descriptionReply = (asking: Asking): Promise<Response> =>
  apiReply(asking, async () => {
    if (written?.by !== config()) written = { by: config(), text: JSON.stringify(describeApi()) };
    return textReply(asking.request, written.text, "application/json", MAX_AGE_SECONDS);
  });
