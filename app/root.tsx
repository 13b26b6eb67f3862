import { enhancePath } from "virtual:enhance";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRevalidator,
  useRouteError,
} from "@remix-run/react";
import type { MouseEvent } from "react";
import { ErrorScreen } from "~/features/site-shell/error-screen";
import { KeepAccount } from "~/features/site-shell/keep-account";
import { MemberViewBar } from "~/features/site-shell/member-view-bar";
import { personalNotices, siteData } from "~/features/site-shell/root-data.server";
import { LOW_PRIORITY } from "~/ui/attributes";
import { errorTitle } from "~/ui/error-page";
import { LogoPicture } from "~/ui/logo";
import { DocumentHead } from "~/web/document-head";
import { pageMeta } from "~/web/meta";
import { type RootData, routeErrorInfo, useRootData } from "~/web/root-data";
import type { RouteHandle } from "~/web/route-handle";
import { consumeToast } from "~/web/toast.server";
import { keepUnsent } from "~/web/unsent-form";
import "./app.css";
import printStyles from "./print.css?url";

export async function loader(args: LoaderFunctionArgs) {
  const { toast, headers } = await consumeToast(args.request);
  const notices = await personalNotices(args);
  return data({ ...siteData(args), toast, ...notices } satisfies RootData, {
    headers,
  });
}

/** The head of error pages, and of pages without their own. */
export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.error) return [{ title: args.data?.siteName ?? "" }];
  const { status, message } = routeErrorInfo(args.error);
  const title = message.replace(/\.$/, "") || errorTitle(status);
  return pageMeta(args, { title, noIndex: true });
};

export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce, theme, analyticsSrc, logo, brandStylesheet } = useRootData();
  // Without an error this is null or undefined, depending on the router.
  const failed = Boolean(useRouteError());
  const matches = useMatches();
  const says = (what: "hydrate" | "serifText") =>
    !failed && matches.some(({ handle }) => (handle as RouteHandle | undefined)?.[what]);
  const hydrate = says("hydrate");
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* First, because it blocks rendering and should use the open connection. */}
        <Links />
        {brandStylesheet && <link rel="stylesheet" href={brandStylesheet} />}
        <DocumentHead theme={theme} serifText={says("serifText")} />
        <link media="print" rel="stylesheet" href={printStyles} />
        <script type="module" src={enhancePath} {...LOW_PRIORITY} />
        {analyticsSrc && <script async src={analyticsSrc} nonce={nonce} />}
      </head>
      <body>
        <LogoPicture.Provider value={logo}>{children}</LogoPicture.Provider>
        <MemberViewBar />
        {hydrate ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { siteName, requestId } = useRootData();
  return (
    <ErrorScreen
      {...routeErrorInfo(useRouteError())}
      siteName={siteName}
      requestId={requestId}
      notice={<KeepAccount className="trouble mb-6" />}
      onAgain={useTryAgain()}
    />
  );
}

/** Renders the page again in place, if React is loaded: the form keeps what could not be sent. */
function useTryAgain() {
  const { revalidate } = useRevalidator();
  return (event: MouseEvent) => {
    event.preventDefault();
    keepUnsent();
    revalidate();
  };
}
