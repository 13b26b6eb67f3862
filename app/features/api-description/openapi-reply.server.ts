import { type Config, config } from "~/platform/config.server";
import { apiReply } from "~/web/api-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { textReply } from "~/web/text-reply.server";
import { openApiDocument } from "./document.server";
import { postmanCollection } from "./postman.server";

/** How long clients may miss a new version of the site. */
const MAX_AGE_SECONDS = 300;

/** Replies with a document that depends only on the operator's settings, so it is rendered once. */
function documentReply(render: () => object): (args: RequestArgs) => Promise<Response> {
  let cached: { by: Config; text: string } | undefined;
  return (args) =>
    apiReply(args, async () => {
      if (cached?.by !== config()) cached = { by: config(), text: JSON.stringify(render()) };
      return textReply(args.request, cached.text, "application/json", MAX_AGE_SECONDS);
    });
}

/** `GET /api/openapi.json`. */
export const descriptionReply = documentReply(openApiDocument);

/** `GET /api/postman.json`. */
export const postmanReply = documentReply(postmanCollection);
