import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { previewsScreen } from "~/features/previews/previews.screen.server";
import { PreviewsPage } from "~/features/previews/previews-page";
import { adminResourceOf } from "~/features/registry.server";

export const meta: MetaFunction = (args) => adminMeta(args, "Preview");

export const loader = (args: LoaderFunctionArgs) => previewsScreen(adminResourceOf(args.request), args);

export default function Previews() {
  return <PreviewsPage {...useLoaderData<typeof loader>()} />;
}
