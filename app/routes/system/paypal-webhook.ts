import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveNotification } from "~/features/membership/webhook.server";
import { apiReply, methodNotAllowed } from "~/http/replies.server";

export const loader = (args: LoaderFunctionArgs) => apiReply(args, async () => methodNotAllowed(["POST"]));

export const action = (args: ActionFunctionArgs) =>
  apiReply(args, async () =>
    args.request.method === "POST" ? receiveNotification(args) : methodNotAllowed(["POST"]),
  );
