import { useActionData } from "@remix-run/react";
import { Note } from "~/ui/message";

/** Why a change posted from a member's page was not made, in the place that the page keeps for it. */
export function ChangeRefused() {
  const actionData = useActionData() as { message: string } | undefined;
  return actionData ? <Note tone="warn" title={actionData.message} /> : null;
}
