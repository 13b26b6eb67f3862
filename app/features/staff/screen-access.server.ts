import {
  ADMINS,
  ALL_STAFF,
  refusalSentence,
  type StaffRole,
  SUPERADMINS,
} from "~/features/auth/viewer.server";

/** Who may open the screens that the menu and the tiles lead to; specification, section 6. Guards are the screens' own. */
const OPEN_TO: Record<string, readonly StaffRole[]> = {
  "/admin": ALL_STAFF,
  "/admin/manage-users": ADMINS,
  "/admin/packages": ADMINS,
  "/admin/daily-brief": ADMINS,
  "/admin/stock-picks": ADMINS,
  "/admin/trade-alert": ADMINS,
  "/admin/news": ALL_STAFF,
  "/admin/videos": ALL_STAFF,
  "/admin/market": ADMINS,
  "/admin/ads": ADMINS,
  "/admin/banner": SUPERADMINS,
  "/admin/payments": SUPERADMINS,
  "/admin/settings": SUPERADMINS,
};

/** Why a screen is not open to a role, in the specification's words; undefined where it is. */
export function accessDeniedReason(screen: string, role: StaffRole): string | undefined {
  const roles = OPEN_TO[screen] ?? SUPERADMINS;
  return roles.includes(role) ? undefined : refusalSentence(roles);
}
