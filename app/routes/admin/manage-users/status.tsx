import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { changeStatus, memberChangeLoader } from "~/features/accounts/back-office/member-changes.server";

export const loader = (args: LoaderFunctionArgs) => memberChangeLoader(args, "members.write");
export const action = (args: ActionFunctionArgs) => changeStatus(args);
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
