import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiReply } from "~/web/api-replies.server";
import { notFound } from "~/web/replies.server";

const reply = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => notFound("This API has no such endpoint."));

export const loader = (args: LoaderFunctionArgs) => reply(args);
export const action = (args: ActionFunctionArgs) => reply(args);
