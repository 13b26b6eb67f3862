import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { changesScreen } from "~/features/staff/changes/changes.screen.server";
import { ChangesPage } from "~/features/staff/changes/changes-page";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Change log");

export const loader = (args: LoaderFunctionArgs) => changesScreen(args);

export default function AdminChanges() {
  const { siteTz } = useRootData();
  return (
    <AdminPage>
      <ChangesPage log={useLoaderData<typeof loader>()} zone={siteTz} />
    </AdminPage>
  );
}
