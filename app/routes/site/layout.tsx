import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { KeepAccount } from "~/features/accounts/keep-account";
import { RightColumn } from "~/features/site-shell/right-column";
import { siteFooterProps } from "~/features/site-shell/site-footer";
import { SiteFrame } from "~/features/site-shell/site-frame";
import { siteFrame } from "~/features/site-shell/site-frame.server";
import { EXTRA_LINKS, SECTION_LINKS } from "~/features/site-shell/site-nav";
import { markCurrent } from "~/ui/navigation";
import { useRootData, useToasts } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";

export const loader = (args: LoaderFunctionArgs) => siteFrame(args);

export default function SiteLayout() {
  const { member, supportPhone, bell, strip, settled, movers, record, squares, year } =
    useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { pathname, search } = useLocation();
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  const OwnSidebar = handles.find((handle) => handle?.sidebar !== undefined)?.sidebar;
  const named = handles.some((handle) => handle?.namesSupport);
  return (
    <SiteFrame
      siteName={siteName}
      member={member}
      supportPhone={named ? undefined : supportPhone}
      bell={bell}
      query={pathname === "/search" ? (new URLSearchParams(search).get("q") ?? undefined) : undefined}
      sections={markCurrent(SECTION_LINKS, pathname)}
      extras={EXTRA_LINKS}
      navFoot={record}
      strip={strip}
      sidebar={
        OwnSidebar === undefined ? (
          // The markets page shows all movers itself.
          <RightColumn squares={squares} settled={settled} movers={pathname !== "/market" && movers} />
        ) : (
          OwnSidebar && <OwnSidebar settled={settled} />
        )
      }
      toasts={useToasts()}
      footer={siteFooterProps({ year, siteTz })}
    >
      <KeepAccount />
      <Outlet />
    </SiteFrame>
  );
}
