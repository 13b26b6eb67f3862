import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { staffPasskeyAction, staffPasskeyOptions } from "~/features/staff/passkeys/passkey-sign-in.server";

export const loader = (args: LoaderFunctionArgs) => staffPasskeyOptions(args);
export const action = (args: ActionFunctionArgs) => staffPasskeyAction(args);
