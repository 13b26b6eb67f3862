import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { analyticsScreen } from "~/features/analytics/analytics.screen.server";
import { AnalyticsPage } from "~/features/analytics/analytics-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Numbers");

export const loader = (args: LoaderFunctionArgs) => analyticsScreen(args);

export default function Numbers() {
  const { range, view } = useLoaderData<typeof loader>();
  return (
    <AdminPage>
      <AnalyticsPage range={range} view={view} />
    </AdminPage>
  );
}
