import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirectToMember, sendPasswordLink } from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "members.write");
export const action = (args: ActionFunctionArgs) => sendPasswordLink(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
