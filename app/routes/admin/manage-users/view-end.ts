import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { endMemberView, memberViewLoader } from "~/features/accounts/back-office/end-member-view.server";

export const loader = (args: LoaderFunctionArgs) => memberViewLoader(args);
export const action = (args: ActionFunctionArgs) => endMemberView(args);
