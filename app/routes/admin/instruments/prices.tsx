import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { importPricesAction, pricesScreen } from "~/features/markets/instruments/prices.screen.server";
import { PricesPage } from "~/features/markets/instruments/prices-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Prices");

export const loader = (args: LoaderFunctionArgs) => pricesScreen(args);
export const action = (args: ActionFunctionArgs) => importPricesAction(args);

export default function InstrumentPrices() {
  return <PricesPage {...useLoaderData<typeof loader>()} />;
}
