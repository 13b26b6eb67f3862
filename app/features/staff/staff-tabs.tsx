import type { ReactNode } from "react";
import { AdminPage, useAdminShell } from "~/admin-kit/admin-page";
import { AdminHead } from "~/ui/head";
import { Tabs } from "~/ui/tabs";

/** The first two are those of the specification, section 2.4. */
const SETTINGS = [
  { label: "Add Admin", to: "/admin/settings" },
  { label: "Change Password", to: "/admin/settings/password" },
  { label: "Site", to: "/admin/settings/site" },
  { label: "Seller", to: "/admin/settings/seller" },
  { label: "Texts", to: "/admin/settings/texts" },
  { label: "Links", to: "/admin/settings/links" },
  { label: "Readers", to: "/admin/settings/reading" },
  { label: "Prices", to: "/admin/settings/prices" },
];

const PROFILE = [
  { label: "Name", to: "/admin/profile-settings" },
  { label: "Password", to: "/admin/profile-settings/password" },
  { label: "Two-step sign-in", to: "/admin/profile-settings/two-step" },
  { label: "Devices", to: "/admin/profile-settings/devices" },
];

type CurrentTab = { current: string };

/** The tabs of `/admin/settings`: who works here, and what the owner sets about the site. */
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
