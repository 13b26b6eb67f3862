import type { LoaderFunctionArgs } from "@remix-run/node";
import { senderCheckScreen } from "~/features/newsletters/sender-check/sender-check.screen.server";

export const loader = (args: LoaderFunctionArgs) => senderCheckScreen(args);
export {
  SenderCheckPage as default,
  senderCheckMeta as meta,
} from "~/features/newsletters/sender-check/sender-check-page";
