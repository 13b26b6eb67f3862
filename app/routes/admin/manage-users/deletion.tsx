import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  redirectToMember,
  requestMemberDeletion,
} from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "members.delete");
export const action = (args: ActionFunctionArgs) => requestMemberDeletion(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
