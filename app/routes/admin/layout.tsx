import "~/back-office.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { AdminPage } from "~/admin-kit/admin-page";
import { ErrorScreen } from "~/features/site-shell/error-screen";
import { adminNav } from "~/features/staff/admin-nav.server";
import { ErrorPage } from "~/ui/error-page";
import { routeErrorInfo, useRootData } from "~/web/root-data";

export const loader = (args: LoaderFunctionArgs) => adminNav(args);

export default function AdminLayout() {
  return <Outlet />;
}

/** A refusal keeps the frame, so that links to open screens stay visible. */
export function ErrorBoundary() {
  const { siteName, requestId } = useRootData();
  const { status, message } = routeErrorInfo(useRouteError());
  if (!useRouteLoaderData("routes/admin/layout"))
    return <ErrorScreen siteName={siteName} status={status} message={message} requestId={requestId} />;
  return (
    <AdminPage>
      <ErrorPage
        status={status}
        title={status === 403 ? message : undefined}
        sentence={
          status === 403
            ? "Ask a colleague whose role allows it, or sign in with another account."
            : message || undefined
        }
        requestId={requestId}
        action={{ label: "Go to the dashboard", to: "/admin" }}
      />
    </AdminPage>
  );
}
