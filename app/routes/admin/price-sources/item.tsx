import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { priceSourceScreen } from "~/features/markets/price-sources/price-source.screen.server";
import { PriceSourcePage } from "~/features/markets/price-sources/price-source-page";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Price source");

export const loader = (args: LoaderFunctionArgs) => priceSourceScreen(args);

export default function AdminPriceSource() {
  const { siteTz } = useRootData();
  return <PriceSourcePage {...useLoaderData<typeof loader>()} zone={siteTz} />;
}
