import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { splitsAction, splitsScreen } from "~/features/markets/instruments/splits.screen.server";
import { SplitsPage } from "~/features/markets/instruments/splits-page";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Splits");

export const loader = (args: LoaderFunctionArgs) => splitsScreen(args);
export const action = (args: ActionFunctionArgs) => splitsAction(args);

export default function InstrumentSplits() {
  return <SplitsPage {...useLoaderData<typeof loader>()} />;
}
