import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { publicationAction, publicationLoader } from "~/admin-kit/publication.server";
import { adminResourceOf } from "~/features/registry.server";
import { Note } from "~/ui/message";

export const loader = (args: LoaderFunctionArgs) => publicationLoader(adminResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => publicationAction(adminResourceOf(args.request), args);

/** Shown above the list's filters: why nothing changed. */
export default function Publication() {
  const actionData = useActionData() as { message: string } | undefined;
  return actionData ? <Note tone="bad" title={actionData.message} /> : null;
}
