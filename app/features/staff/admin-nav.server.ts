import type { AdminShellData } from "~/admin-kit/admin-page";
import { ALL_STAFF, requireStaff, type StaffRole } from "~/features/auth/viewer.server";
import type { NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import { accessDeniedReason } from "./screen-access.server";

/** The side menu; specification, section 2.4. Hairlines stand between the groups. */
const MENU: { label: string; to: string }[][] = [
  [{ label: "Dashboard", to: "/admin" }],
  [
    { label: "Manage Users", to: "/admin/manage-users" },
    { label: "Packages", to: "/admin/packages" },
  ],
  [
    { label: "Daily Brief", to: "/admin/daily-brief" },
    { label: "Stock Picks", to: "/admin/stock-picks" },
    { label: "Trade Alerts", to: "/admin/trade-alert" },
    { label: "News", to: "/admin/news" },
    { label: "Videos", to: "/admin/videos" },
  ],
  [
    { label: "Ads", to: "/admin/ads" },
    { label: "Banners", to: "/admin/banner" },
  ],
  [{ label: "Payments", to: "/admin/payments" }],
  [{ label: "Settings", to: "/admin/settings" }],
];

/** Everybody sees every entry; one that is not open to them leads nowhere and says why. */
const menuFor = (role: StaffRole): NavEntry[][] =>
  MENU.map((group) =>
    group.map((entry) => {
      const reason = accessDeniedReason(entry.to, role);
      return reason ? { label: entry.label, reason } : entry;
    }),
  );

/** What the back-office's frame shows: who works there, and where they can go. */
export async function adminNav(args: RequestArgs): Promise<AdminShellData> {
  const { fullname, role, email } = await requireStaff(args, ALL_STAFF);
  return { staff: { name: fullname || "Admin", role, email }, menu: menuFor(role) };
}
