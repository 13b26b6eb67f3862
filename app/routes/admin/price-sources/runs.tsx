import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { runAction, runLoader } from "~/features/markets/price-sources/price-source.screen.server";
import { Note } from "~/ui/message";

export const loader = (args: LoaderFunctionArgs) => runLoader(args);
export const action = (args: ActionFunctionArgs) => runAction(args);

/** Why no run started, shown on the source's page. */
export default function RunRefused() {
  const refused = useActionData() as { message: string } | undefined;
  return refused ? <Note tone="warn" title={refused.message} /> : null;
}
