import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { TextEditor } from "~/features/static-pages/text-editor";
import { textAction, textScreen } from "~/features/static-pages/texts.screen.server";

export const meta: MetaFunction<typeof loader> = (args) => adminMeta(args, args.data?.label);

export const loader = (args: LoaderFunctionArgs) => textScreen(args);
export const action = (args: ActionFunctionArgs) => textAction(args);

export default function Text() {
  return <TextEditor {...useLoaderData<typeof loader>()} />;
}
