import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { NOTIFICATIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { changeDevices } from "~/features/newsletters/push/devices.screen.server";

export const action = (args: ActionFunctionArgs) => changeDevices(args);

export const loader = () => redirect(NOTIFICATIONS_PATH);
