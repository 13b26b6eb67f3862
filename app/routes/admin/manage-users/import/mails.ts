import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { importChangeLoader, mailByForm } from "~/features/accounts/imports/import.screen.server";

export const loader = (args: LoaderFunctionArgs) => importChangeLoader(args);
export const action = (args: ActionFunctionArgs) => mailByForm(args);
