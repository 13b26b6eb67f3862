import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { PageForm } from "~/admin-kit/page-form";
import { ownNameSchema } from "~/features/staff/admins.rules";
import { ownNameScreen, renameAction } from "~/features/staff/own-account.screen.server";
import { ProfilePage } from "~/features/staff/staff-tabs";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Profile");

export const loader = (args: LoaderFunctionArgs) => ownNameScreen(args);
export const action = (args: ActionFunctionArgs) => renameAction(args);

export default function OwnName() {
  const form = useLoaderData<typeof loader>();
  return (
    <ProfilePage current="/admin/profile-settings">
      <PageForm form={form} schema={ownNameSchema} submit="Save" busyText="Saving..." />
    </ProfilePage>
  );
}
