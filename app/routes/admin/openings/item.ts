import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { openingsReply } from "~/features/staff/openings.replies.server";

export const loader = (args: LoaderFunctionArgs) => openingsReply(args);
export const action = (args: ActionFunctionArgs) => openingsReply(args);
