import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { ChangePage } from "~/features/staff/changes/change-page";
import { changeScreen } from "~/features/staff/changes/changes.screen.server";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Change");

export const loader = (args: LoaderFunctionArgs) => changeScreen(args);

export default function AdminChange() {
  const { siteTz } = useRootData();
  return (
    <AdminPage>
      <ChangePage {...useLoaderData<typeof loader>()} zone={siteTz} />
    </AdminPage>
  );
}
