import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { changeMark } from "~/features/watchlist/marks.screen.server";
import { WATCHLIST_PATH } from "~/features/watchlist/paths.rules";

export const action = (args: ActionFunctionArgs) => changeMark(args);

export const loader = () => redirect(WATCHLIST_PATH);
