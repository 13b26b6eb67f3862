import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { TextVersionPage } from "~/features/static-pages/text-pages";
import { restoreTextAction, textVersionScreen } from "~/features/static-pages/texts.screen.server";

export const meta: MetaFunction<typeof loader> = (args) => adminMeta(args, args.data?.label);

export const loader = (args: LoaderFunctionArgs) => textVersionScreen(args);
export const action = (args: ActionFunctionArgs) => restoreTextAction(args);

export default function TextVersion() {
  return <TextVersionPage {...useLoaderData<typeof loader>()} />;
}
