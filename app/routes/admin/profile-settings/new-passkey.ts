import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { addOwnPasskeyAction, newOwnPasskeyOptions } from "~/features/staff/passkeys/passkeys.screen.server";

export const loader = (args: LoaderFunctionArgs) => newOwnPasskeyOptions(args);
export const action = (args: ActionFunctionArgs) => addOwnPasskeyAction(args);
