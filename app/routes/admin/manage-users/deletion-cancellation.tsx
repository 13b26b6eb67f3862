import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  cancelMemberDeletion,
  redirectToMember,
} from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "members.delete");
export const action = (args: ActionFunctionArgs) => cancelMemberDeletion(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
