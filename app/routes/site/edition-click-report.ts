import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editionClickReply } from "~/features/newsletters/edition-clicks.replies.server";

export const loader = (args: LoaderFunctionArgs) => editionClickReply(args);
export const action = (args: ActionFunctionArgs) => editionClickReply(args);
