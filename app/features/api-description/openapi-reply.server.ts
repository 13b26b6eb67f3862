import { type Config, config } from "~/platform/config.server";
import { apiReply } from "~/web/api-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { textReply } from "~/web/text-reply.server";
import { openApiDocument } from "./document.server";

/** How long clients may miss a new version of the site. */
const MAX_AGE_SECONDS = 300;

let cachedDocument: { by: Config; text: string } | undefined;

/** `GET /api/openapi.json`. Rendered once, since it depends only on the operator's settings. */
export const descriptionReply = (args: RequestArgs): Promise<Response> =>
  apiReply(args, async () => {
    if (cachedDocument?.by !== config())
      cachedDocument = { by: config(), text: JSON.stringify(openApiDocument()) };
    return textReply(args.request, cachedDocument.text, "application/json", MAX_AGE_SECONDS);
  });
