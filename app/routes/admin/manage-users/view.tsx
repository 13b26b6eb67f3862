import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirectToMember, viewAsMember } from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => redirectToMember(args, "member-views.write");
export const action = (args: ActionFunctionArgs) => viewAsMember(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
