import { Tabs } from "~/ui/tabs";

/** The first two are from the specification, section 2.4. */
const SETTINGS = [
  { label: "Add Admin", to: "/admin/settings" },
  { label: "Change Password", to: "/admin/settings/password" },
  { label: "Site", to: "/admin/settings/site" },
  { label: "Seller", to: "/admin/settings/seller" },
  { label: "Texts", to: "/admin/settings/texts" },
  { label: "Links", to: "/admin/settings/links" },
  { label: "Readers", to: "/admin/settings/reading" },
  { label: "Prices", to: "/admin/settings/prices" },
  { label: "API keys", to: "/admin/settings/keys" },
  { label: "Webhooks", to: "/admin/settings/webhooks" },
];

/** The tabs of `/admin/settings`: admins and the owner's settings. */
export const SettingsTabs = ({ current }: { current: string }) => (
  <div className="mb-6">
    <Tabs label="Settings" items={SETTINGS.map((tab) => ({ ...tab, current: tab.to === current }))} />
  </div>
);
