import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { labelsAction, labelsScreen } from "~/features/accounts/labels/labels.screen.server";

export const loader = (args: LoaderFunctionArgs) => labelsScreen(args);
export const action = (args: ActionFunctionArgs) => labelsAction(args);
export { LabelsPage as default, labelsMeta as meta } from "~/features/accounts/labels/labels-page";
