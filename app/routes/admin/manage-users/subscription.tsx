import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { changeSubscription, redirectToMember } from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "members.write");
export const action = (args: ActionFunctionArgs) => changeSubscription(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
