import { ANY_STAFF, DESK, OWNER, refusalSentence, type StaffRole } from "~/features/auth/viewer.server";

/** Who may open the screens that the menu and the tiles lead to; specification, section 6. Guards are the screens' own. */
const OPEN_TO: Record<string, readonly StaffRole[]> = {
  "/admin": ANY_STAFF,
  "/admin/manage-users": DESK,
  "/admin/packages": DESK,
  "/admin/daily-brief": DESK,
  "/admin/stock-picks": DESK,
  "/admin/trade-alert": DESK,
  "/admin/news": ANY_STAFF,
  "/admin/videos": ANY_STAFF,
  "/admin/market": DESK,
  "/admin/ads": DESK,
  "/admin/banner": OWNER,
  "/admin/payments": OWNER,
  "/admin/settings": OWNER,
};

/** Why a screen is not open to a role, in the specification's words; undefined where it is. */
export function closedBecause(screen: string, role: StaffRole): string | undefined {
  const roles = OPEN_TO[screen] ?? OWNER;
  return roles.includes(role) ? undefined : refusalSentence(roles);
}
