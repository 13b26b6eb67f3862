import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { automateAction, editionsScreen } from "~/features/newsletters/editions.screen.server";

export const loader = (args: LoaderFunctionArgs) => editionsScreen(args);
export const action = (args: ActionFunctionArgs) => automateAction(args);
export { EditionsPage as default, editionsMeta as meta } from "~/features/newsletters/editions-page";
