import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { EditionClickMark } from "~/features/newsletters/edition-click-mark";
import { PreviewBar } from "~/features/previews/preview-bar";
import { ErrorLinks } from "~/features/site-shell/error-links";
import { ErrorScreen } from "~/features/site-shell/error-screen";
import { KeepAccount } from "~/features/site-shell/keep-account";
import { NavOffer } from "~/features/site-shell/nav-offer";
import { RightColumn } from "~/features/site-shell/right-column";
import { siteFooterProps } from "~/features/site-shell/site-footer";
import { SiteFrame } from "~/features/site-shell/site-frame";
import { siteFrame } from "~/features/site-shell/site-frame.server";
import { extraLinks, SECTION_LINKS } from "~/features/site-shell/site-nav";
import { ErrorPage } from "~/ui/error-page";
import { markCurrent } from "~/ui/navigation";
import { PictureQuery } from "~/ui/picture";
import { usePreviewNotice } from "~/web/preview-notice";
import { routeErrorInfo, useRootData, useToasts } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";

export const loader = (args: LoaderFunctionArgs) => siteFrame(args);

type FrameData = ReturnType<typeof useLoaderData<typeof loader>>;

export default function SiteLayout() {
  const data = useLoaderData<typeof loader>();
  const matches = useMatches().map((match) => ({
    ...match,
    handle: match.handle as RouteHandle | undefined,
  }));
  const handles = matches.map(({ handle }) => handle);
  const sidebar = handles.find((handle) => handle?.sidebar !== undefined)?.sidebar;
  const room = matches.map(({ handle, data: loaded }) => handle?.sidebarFor?.(loaded)).find(Boolean);
  const named = handles.some((handle) => handle?.namesSupport);
  const preview = usePreviewNotice();
  return (
    <>
      <Frame
        data={named ? { ...data, supportPhone: undefined } : data}
        sidebar={pageSidebar(sidebar, data, room)}
      >
        <PictureQuery.Provider value={preview?.pictureQuery ?? ""}>
          <Outlet />
        </PictureQuery.Provider>
      </Frame>
      <PreviewBar />
      <EditionClickMark />
    </>
  );
}

/** The column next to a page: its own, or as much of the usual one as fits. */
function pageSidebar(
  OwnSidebar: RouteHandle["sidebar"],
  { squares, ...sections }: FrameData,
  room?: 1 | 2 | 3,
): ReactNode | false {
  if (OwnSidebar === false) return false;
  if (typeof OwnSidebar === "function") return <OwnSidebar settled={sections.settled} />;
  if (room) return <RightColumn squares={squares} sections={sections} room={room} keepsAds />;
  return <RightColumn squares={squares} sections={sections} room={OwnSidebar} />;
}

/**
 * Missing and forbidden pages keep the frame, so its links remain. The frame names no record there, so the
 * bell and the right column are left out. A server error may come from the frame, so it gets no frame.
 */
export function ErrorBoundary() {
  const { siteName, requestId } = useRootData();
  const { status, message } = routeErrorInfo(useRouteError());
  const data = useRouteLoaderData<typeof loader>("routes/site/layout");
  if (!data || status < 400 || status >= 500)
    return (
      <ErrorScreen
        siteName={siteName}
        status={status}
        message={message}
        requestId={requestId}
        notice={<KeepAccount className="trouble mb-6" />}
      />
    );
  return (
    <Frame data={{ ...data, bell: false }} address={data.address}>
      <ErrorPage status={status} sentence={message || undefined}>
        <ErrorLinks status={status} />
      </ErrorPage>
    </Frame>
  );
}

type FrameProps = {
  data: Omit<FrameData, "bell" | "supportPhone"> & { bell: ReactNode; supportPhone?: string };
  sidebar?: ReactNode | false;
  /** Of a page that has the same content at many addresses. */
  address?: string;
  children: ReactNode;
};

function Frame({ data, sidebar = false, address, children }: FrameProps) {
  const { member, supportPhone, bell, strip, record, footer, year, offersPlans } = data;
  const { siteName, siteTz, links } = useRootData();
  const { pathname, search } = useLocation();
  return (
    <SiteFrame
      siteName={siteName}
      member={member}
      supportPhone={supportPhone}
      links={links}
      bell={bell}
      query={pathname === "/search" ? (new URLSearchParams(search).get("q") ?? undefined) : undefined}
      sections={markCurrent(SECTION_LINKS, pathname)}
      extras={extraLinks(links)}
      navFoot={
        <>
          {offersPlans && <NavOffer siteName={siteName} isVisitor={!member} />}
          {record}
        </>
      }
      strip={strip}
      sidebar={sidebar}
      toasts={useToasts()}
      footer={{ ...siteFooterProps({ year, siteTz, links, address }), drawn: footer }}
    >
      <KeepAccount />
      {children}
    </SiteFrame>
  );
}
