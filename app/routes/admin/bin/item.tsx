import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { binnedScreen, restoreAction } from "~/features/staff/bin/bin.screen.server";
import { BinnedPage } from "~/features/staff/bin/binned-page";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Deleted record");

export const loader = (args: LoaderFunctionArgs) => binnedScreen(args);
export const action = (args: ActionFunctionArgs) => restoreAction(args);

export default function AdminBinnedRecord() {
  const { siteTz } = useRootData();
  const problem = useActionData<{ message?: string }>()?.message;
  return (
    <AdminPage>
      <BinnedPage {...useLoaderData<typeof loader>()} problem={problem} zone={siteTz} />
    </AdminPage>
  );
}
