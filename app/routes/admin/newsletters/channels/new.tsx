import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { addChannelAction, newChannelScreen } from "~/features/newsletters/channels/channels.screen.server";

export const loader = (args: LoaderFunctionArgs) => newChannelScreen(args);
export const action = (args: ActionFunctionArgs) => addChannelAction(args);
export {
  NewChannelPage as default,
  newChannelMeta as meta,
} from "~/features/newsletters/channels/channel-form";
