import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { numbersScreen } from "~/features/numbers/numbers.screen.server";
import { NumbersPage } from "~/features/numbers/numbers-page";

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
