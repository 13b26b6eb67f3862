import { enhancePath } from "virtual:enhance";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from "@remix-run/react";
import { config } from "~/http/config.server";
import { problemOf, type RootData, useRootData } from "~/http/root-data";
import type { RouteHandle } from "~/http/route-handle";
import { takeToast } from "~/http/toast.server";
import { ErrorScreen } from "~/ui/frames/error-screen";
import "./app.css";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { siteName, siteTz } = config();
  const { toast, headers } = await takeToast(request);
  const { nonce, requestId } = context;
  return data({ siteName, siteTz, toast, nonce, requestId } satisfies RootData, { headers });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.siteName ?? "" }];

export function Layout({ children }: { children: React.ReactNode }) {
  const { nonce } = useRootData();
  const failed = useRouteError() !== undefined;
  const matches = useMatches();
  const hydrate = !failed && matches.some(({ handle }) => (handle as RouteHandle | undefined)?.hydrate);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
        <script type="module" src={enhancePath} />
      </head>
      <body>
        {children}
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
  return <ErrorScreen {...problemOf(useRouteError())} siteName={siteName} requestId={requestId} />;
}
