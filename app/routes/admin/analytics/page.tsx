import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { numbersScreen } from "~/features/analytics/numbers.screen.server";
import { NumbersPage } from "~/features/analytics/numbers-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Numbers");

export const loader = (args: LoaderFunctionArgs) => numbersScreen(args);

export default function Numbers() {
  const { range, view } = useLoaderData<typeof loader>();
  return (
    <AdminPage>
      <NumbersPage range={range} view={view} />
    </AdminPage>
  );
}
