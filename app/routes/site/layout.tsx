import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { EXTRAS, SECTIONS } from "~/features/frame/places";
import { Rail } from "~/features/frame/rail";
import { siteFooter } from "~/features/frame/site-footer";
import { siteFrame } from "~/features/frame/site-frame.server";
import { KeepAccount } from "~/features/members/keep-account";
import { useRootData, useToasts } from "~/http/root-data";
import type { RouteHandle } from "~/http/route-handle";
import { SiteFrame } from "~/ui/frames/site-frame";
import { MarketStrip } from "~/ui/market-strip";
import { markCurrent } from "~/ui/navigation";

export const loader = (args: LoaderFunctionArgs) => siteFrame(args);

export default function SiteLayout() {
  const { member, supportPhone, notifications, strip, movers, squares, year } =
    useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  const { pathname, search } = useLocation();
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  const wide = handles.some((handle) => handle?.rail === false);
  const named = handles.some((handle) => handle?.namesSupport);
  return (
    <SiteFrame
      siteName={siteName}
      member={member}
      supportPhone={named ? undefined : supportPhone}
      notifications={notifications}
      query={pathname === "/search" ? (new URLSearchParams(search).get("q") ?? undefined) : undefined}
      sections={markCurrent(SECTIONS, pathname)}
      extras={EXTRAS}
      strip={strip && <MarketStrip quotes={strip.quotes} asOf={strip.asOf} zone={siteTz} />}
      // The markets page shows all movers itself.
      rail={!wide && <Rail squares={squares} movers={pathname === "/market" ? [] : movers} zone={siteTz} />}
      toasts={useToasts()}
      footer={siteFooter({ year, siteTz })}
    >
      <KeepAccount />
      <Outlet />
    </SiteFrame>
  );
}
