import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { TextsPage } from "~/features/static-pages/text-pages";
import { textsScreen } from "~/features/static-pages/texts.screen.server";

export const meta: MetaFunction = (args) => adminMeta(args, "Texts");

export const loader = (args: LoaderFunctionArgs) => textsScreen(args);

export default function Texts() {
  return <TextsPage {...useLoaderData<typeof loader>()} />;
}
