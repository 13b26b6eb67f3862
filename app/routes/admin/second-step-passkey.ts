import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { secondStepOptions, secondStepPasskeyAction } from "~/features/staff/passkeys/passkey-sign-in.server";

export const loader = (args: LoaderFunctionArgs) => secondStepOptions(args);
export const action = (args: ActionFunctionArgs) => secondStepPasskeyAction(args);
