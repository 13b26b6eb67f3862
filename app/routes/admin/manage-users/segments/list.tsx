import type { LoaderFunctionArgs } from "@remix-run/node";
import { segmentsScreen } from "~/features/accounts/segments/segments.screen.server";

export const loader = (args: LoaderFunctionArgs) => segmentsScreen(args);
export { SegmentsPage as default, segmentsMeta as meta } from "~/features/accounts/segments/segments-page";
