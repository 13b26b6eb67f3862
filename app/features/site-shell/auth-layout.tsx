import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { KeepAccount } from "~/features/site-shell/keep-account";
import { useRootData, useToasts } from "~/web/root-data";
import { ThemeChoice } from "~/web/theme-choice";
import type { authLayout } from "./auth-layout.server";
import { BareFrame } from "./bare-frame";
import { MemberBell } from "./member-bell";

/** The bell's items on pages of the bare layout. */
export const useNotifications = () =>
  useRouteLoaderData<typeof authLayout>("routes/account/layout")?.notifications ?? [];

/** A member's bell on the same pages; undefined for visitors. */
export function useMemberBell(): ReactNode {
  const bell = useRouteLoaderData<typeof authLayout>("routes/account/layout")?.bell;
  const { siteTz } = useRootData();
  return bell && <MemberBell bell={bell} zone={siteTz} />;
}

/**
 * The layout of sign-in, registration and password pages.
 * @param props.back where the theme switch returns to, for pages that act when they are opened
 */
export function AuthLayout({ back, children }: { back?: string; children: ReactNode }) {
  const { siteName } = useRootData();
  return (
    <BareFrame
      siteName={siteName}
      notifications={useNotifications()}
      bell={useMemberBell()}
      toasts={useToasts()}
      horizon
      settings={<ThemeChoice back={back} />}
    >
      <KeepAccount className="entry mb-6" />
      {children}
    </BareFrame>
  );
}
