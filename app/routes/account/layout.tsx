import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { authLayout } from "~/features/site-shell/auth-layout.server";

export const loader = (args: LoaderFunctionArgs) => authLayout(args);

/** The bare layout: each of its pages draws its own frame, because some know the member and some do not. */
export default function AccountLayout() {
  return <Outlet />;
}
