import { Outlet } from "@remix-run/react";
import { authLayout } from "~/features/site-shell/auth-layout.server";

export const loader = () => authLayout();

/** The bare layout: each of its pages draws its own frame, because some know the member and some do not. */
export default function AccountLayout() {
  return <Outlet />;
}
