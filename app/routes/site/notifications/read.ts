import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { BELL_PATH } from "~/features/site-shell/paths";
import { readBell } from "~/features/watchlist/read-bell.server";

export const action = (args: ActionFunctionArgs) => readBell(args, BELL_PATH);

export const loader = () => redirect(BELL_PATH);
