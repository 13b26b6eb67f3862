import type { LoaderFunctionArgs } from "@remix-run/node";
import { receivedScreen } from "~/features/webhooks/sandbox/received.screen.server";

export const loader = (args: LoaderFunctionArgs) => receivedScreen(args);
export { ReceivedPage as default, receivedMeta as meta } from "~/features/webhooks/sandbox/received-page";
