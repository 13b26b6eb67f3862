import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { addPasskeyAction, newPasskeyOptions } from "~/features/accounts/passkeys.screen.server";

export const loader = (args: LoaderFunctionArgs) => newPasskeyOptions(args);
export const action = (args: ActionFunctionArgs) => addPasskeyAction(args);
