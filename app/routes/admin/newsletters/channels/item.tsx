import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { channelAction, channelScreen } from "~/features/newsletters/channels/channels.screen.server";

export const loader = (args: LoaderFunctionArgs) => channelScreen(args);
export const action = (args: ActionFunctionArgs) => channelAction(args);
export { ChannelPage as default, channelMeta as meta } from "~/features/newsletters/channels/channel-page";
