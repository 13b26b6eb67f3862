import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editChannelAction, editChannelScreen } from "~/features/newsletters/channels/channels.screen.server";

export const loader = (args: LoaderFunctionArgs) => editChannelScreen(args);
export const action = (args: ActionFunctionArgs) => editChannelAction(args);
export {
  EditChannelPage as default,
  editChannelMeta as meta,
} from "~/features/newsletters/channels/channel-form";
