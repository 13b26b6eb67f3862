import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { PageForm } from "~/admin-kit/page-form";
import { ownNameScreen, renameAction } from "~/features/staff/own-account.screen.server";
import { ProfilePage } from "~/features/staff/staff-tabs";
import type { FormErrorData } from "~/web/errors.server";

export const meta: MetaFunction = (args) => adminMeta(args, "Profile");

export const loader = (args: LoaderFunctionArgs) => ownNameScreen(args);
export const action = (args: ActionFunctionArgs) => renameAction(args);

export default function OwnName() {
  const form = useLoaderData<typeof loader>();
  const problem = useActionData() as FormErrorData | undefined;
  return (
    <ProfilePage current="/admin/profile-settings">
      <PageForm form={form} problem={problem} submit="Save" busyText="Saving..." />
    </ProfilePage>
  );
}
