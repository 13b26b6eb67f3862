import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { PageForm } from "~/admin-kit/page-form";
import { ownProfileSchema } from "~/features/staff/admins.rules";
import { ownProfileAction, ownProfileScreen } from "~/features/staff/own-profile.screen.server";
import { ProfilePage } from "~/features/staff/profile-page";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Profile");

export const loader = (args: LoaderFunctionArgs) => ownProfileScreen(args);
export const action = (args: ActionFunctionArgs) => ownProfileAction(args);

export default function OwnProfile() {
  const { page, ...form } = useLoaderData<typeof loader>();
  return (
    <ProfilePage current="/admin/profile-settings">
      <PageForm form={form} schema={ownProfileSchema} submit="Save" busyText="Saving..." />
      {page && (
        <p className="meta mt-6">
          Your by-line links to <a href={page}>your author page</a>.
        </p>
      )}
    </ProfilePage>
  );
}
