import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { countsScreen } from "~/features/ads/ad-counts.screen.server";
import { CountsPage } from "~/features/ads/ad-counts-page";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Views and clicks");

export const loader = (args: LoaderFunctionArgs) => countsScreen(args);

export default function AdCounts() {
  const { siteTz } = useRootData();
  return (
    <AdminPage>
      <CountsPage {...useLoaderData<typeof loader>()} zone={siteTz} />
    </AdminPage>
  );
}
