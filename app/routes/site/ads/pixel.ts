import type { LoaderFunctionArgs } from "@remix-run/node";
import { pixelReply } from "~/features/ads/count-requests.server";

export const loader = (args: LoaderFunctionArgs) => pixelReply(args);
