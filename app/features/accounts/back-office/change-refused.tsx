import { useActionData } from "@remix-run/react";
import { Note } from "~/ui/message";

/** Why a change posted from a member's page failed. */
export function ChangeRefused() {
  const actionData = useActionData() as { message: string } | undefined;
  return actionData ? <Note tone="warn" title={actionData.message} /> : null;
}
