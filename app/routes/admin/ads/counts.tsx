import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { countsScreen } from "~/features/ads/ad-counts.screen.server";
import { CountsPage } from "~/features/ads/counts-page";
import { useRootData } from "~/http/root-data";
import { AdminPage, adminMeta } from "~/resource/admin-page";

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
