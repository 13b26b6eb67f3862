import type { ReactNode } from "react";
import { AdminPage, useAdminShell } from "~/admin-kit/admin-page";
import { AdminHead } from "~/ui/head";
import { Tabs } from "~/ui/tabs";

const PROFILE = [
  { label: "Name", to: "/admin/profile-settings" },
  { label: "Password", to: "/admin/profile-settings/password" },
  { label: "Two-step sign-in", to: "/admin/profile-settings/two-step" },
  { label: "Passkeys", to: "/admin/profile-settings/passkeys" },
  { label: "Devices", to: "/admin/profile-settings/devices" },
];

/** A page of the own account. */
export function ProfilePage({ current, children }: { current: string; children: ReactNode }) {
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
