import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pasteAction, pasteScreen } from "~/admin-kit/paste/paste-screen.server";
import { pasteableOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => pasteScreen(pasteableOf(args.request), args);
export const action = (args: ActionFunctionArgs) => pasteAction(pasteableOf(args.request), args);
export { PastePage as default, pasteMeta as meta } from "~/admin-kit/paste/paste-page";
export { retryAfterHeaders as headers } from "~/web/retry-after-headers";
