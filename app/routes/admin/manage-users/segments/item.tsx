import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { segmentAction, segmentScreen } from "~/features/accounts/segments/segments.screen.server";

export const loader = (args: LoaderFunctionArgs) => segmentScreen(args);
export const action = (args: ActionFunctionArgs) => segmentAction(args);
export { SegmentPage as default, segmentMeta as meta } from "~/features/accounts/segments/segment-page";
