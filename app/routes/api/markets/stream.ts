import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readOnlyAction } from "~/admin-kit/api.server";
import { quoteStream } from "~/features/markets/stream/quote-stream.server";
import { STREAM_HEADERS } from "~/features/markets/stream/stream.rules";
import { readAsked } from "~/features/markets/stream/stream-request.server";
import { apiReply } from "~/web/api-replies.server";
import { fileReply } from "~/web/replies.server";

/** One snapshot for clients that do not ask for events. The stream itself passes Remix by: app/server/quote-stream-reply.ts. */
export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    const { "Content-Type": type, ...headers } = STREAM_HEADERS;
    const { ids } = await readAsked(args);
    return fileReply(await quoteStream.snapshot(ids), type, headers);
  });
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
