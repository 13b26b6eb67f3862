import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { authLayout } from "~/features/site-shell/auth-layout.server";

export const loader = (args: LoaderFunctionArgs) => authLayout(args);

/** The bare layout: each page draws its own frame, because only some load the member. */
export default function AccountLayout() {
  return <Outlet />;
}
