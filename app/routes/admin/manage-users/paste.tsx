import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pasteAction, pasteScreen } from "~/admin-kit/paste/paste-screen.server";
import { memberTable } from "~/features/accounts/back-office/member-table.server";

export const loader = (args: LoaderFunctionArgs) => pasteScreen(memberTable, args);
export const action = (args: ActionFunctionArgs) => pasteAction(memberTable, args);
export { PastePage as default, pasteMeta as meta } from "~/admin-kit/paste/paste-page";
