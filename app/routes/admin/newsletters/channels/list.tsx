import type { LoaderFunctionArgs } from "@remix-run/node";
import { channelsScreen } from "~/features/newsletters/channels/channels.screen.server";

export const loader = (args: LoaderFunctionArgs) => channelsScreen(args);
export {
  ChannelsPage as default,
  channelsMeta as meta,
} from "~/features/newsletters/channels/channels-page";
