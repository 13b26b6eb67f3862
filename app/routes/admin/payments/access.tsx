import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import {
  findingsScreen,
  resolveByForm,
} from "~/features/billing/reconciliation/findings/findings.screen.server";
import { FindingsPage } from "~/features/billing/reconciliation/findings/findings-page";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Money and access");

export const loader = (args: LoaderFunctionArgs) => findingsScreen(args);
export const action = (args: ActionFunctionArgs) => resolveByForm(args);

export default function MoneyAndAccess() {
  const { found, shown } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { message: string } | undefined;
  const { siteTz } = useRootData();
  return (
    <AdminPage>
      <FindingsPage found={found} shown={shown} refused={refused?.message} zone={siteTz} />
    </AdminPage>
  );
}
