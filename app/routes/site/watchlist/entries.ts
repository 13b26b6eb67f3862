import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { WATCHLIST_PATH } from "~/features/watchlist/paths.rules";
import { moveEntry } from "~/features/watchlist/watchlist.screen.server";

export const action = (args: ActionFunctionArgs) => moveEntry(args);

export const loader = () => redirect(WATCHLIST_PATH);
