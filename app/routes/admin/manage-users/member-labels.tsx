import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirectToMember } from "~/features/accounts/back-office/member-changes.server";
import { memberLabelAction } from "~/features/accounts/labels/labels.screen.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "members.write");
export const action = (args: ActionFunctionArgs) => memberLabelAction(args);
export { LabelRefused as default } from "~/features/accounts/labels/member-labels";
