import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewReply } from "~/features/newsletters/compose.screen.server";

export const loader = (args: LoaderFunctionArgs) => previewReply(args);
