import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AdminPage, useAdminShell } from "~/admin-kit/admin-page";
import type { FormScreenData } from "~/admin-kit/form-screen.server";
import { PageForm } from "~/admin-kit/page-form";
import { AdminHead } from "~/ui/head";
import { Tabs } from "~/ui/tabs";
import { ownPasswordFormSchema, PASSWORD_FORM_REQUIRED } from "./admins.rules";

const SETTINGS = [
  { label: "Add Admin", to: "/admin/settings" },
  { label: "Change Password", to: "/admin/settings/password" },
];

const PROFILE = [
  { label: "Name", to: "/admin/profile-settings" },
  { label: "Password", to: "/admin/profile-settings/password" },
  { label: "Devices", to: "/admin/profile-settings/devices" },
];

type CurrentTab = { current: string };

/** The two tabs of `/admin/settings`; specification, section 2.4. */
export const SettingsTabs = ({ current }: CurrentTab) => (
  <div className="mb-6">
    <Tabs label="Settings" items={SETTINGS.map((tab) => ({ ...tab, current: tab.to === current }))} />
  </div>
);

/** A page of one's own account in the back-office. */
export function ProfilePage({ current, children }: CurrentTab & { children: ReactNode }) {
  const { email, role } = useAdminShell()?.staff ?? { email: "", role: "" };
  return (
    <AdminPage>
      <AdminHead title="Profile" meta={`${email}, ${role}`} />
      <div className="mb-6">
        <Tabs label="Profile" items={PROFILE.map((tab) => ({ ...tab, current: tab.to === current }))} />
      </div>
      {children}
    </AdminPage>
  );
}

/** Changing one's own password, on whichever screen it is asked for. */
export function PasswordForm() {
  const form = useLoaderData() as Pick<FormScreenData, "fields" | "version">;
  return (
    <PageForm
      form={form}
      schema={ownPasswordFormSchema}
      required={PASSWORD_FORM_REQUIRED}
      submit="Change password"
      busyText="Saving..."
      guarded={false}
    />
  );
}
