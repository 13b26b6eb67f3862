import { useActionData } from "@remix-run/react";

/** The thing that has a new secret. */
export type MadeSecret = { id: string; name: string; secret: string };

/** The secret that the page's form has just made. */
export function useMadeSecret(): MadeSecret | undefined {
  const answer = useActionData() as { made: MadeSecret } | object | undefined;
  return answer && "made" in answer ? answer.made : undefined;
}
