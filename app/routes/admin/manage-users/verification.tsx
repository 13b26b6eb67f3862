import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirectToMember, resendVerification } from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "members.write");
export const action = (args: ActionFunctionArgs) => resendVerification(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
