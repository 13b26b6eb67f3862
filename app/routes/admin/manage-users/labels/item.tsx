import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { labelAction, labelScreen } from "~/features/accounts/labels/labels.screen.server";

export const loader = (args: LoaderFunctionArgs) => labelScreen(args);
export const action = (args: ActionFunctionArgs) => labelAction(args);
export { LabelPage as default, labelMeta as meta } from "~/features/accounts/labels/label-page";
