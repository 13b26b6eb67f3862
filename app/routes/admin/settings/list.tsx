import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminsScreen, deleteAdminAction } from "~/features/staff/admins.screen.server";
import { SettingsTabs } from "~/features/staff/staff-tabs";
import { ListScreen } from "~/resource/list-screen";
import { Note } from "~/ui/message";

export const loader = (args: LoaderFunctionArgs) => adminsScreen(args);
export const action = (args: ActionFunctionArgs) => deleteAdminAction(args);
export { listMeta as meta } from "~/resource/list-screen";

export default function Settings() {
  const { confirm } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failed = answer && "failed" in answer && !confirm ? answer.failed : "";
  const above = (
    <>
      <SettingsTabs current="/admin/settings" />
      {failed && <Note tone="bad" title={failed} />}
    </>
  );
  return <ListScreen above={above} />;
}
