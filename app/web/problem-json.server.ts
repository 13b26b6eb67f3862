import { STATUS_CODES } from "node:http";
import { config } from "~/platform/config.server";

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** Whether `Accept` names problem details. `*` does not ask for them. */
export const wantsProblem = (accept: string | null | undefined): boolean =>
  (accept ?? "").split(",").some((range) => {
    const [type = "", ...params] = range
      .toLowerCase()
      .split(";")
      .map((part) => part.trim());
    return type === "application/problem+json" && !params.some((param) => /^q=0(\.0*)?$/.test(param));
  });

/**
 * An error as problem details (RFC 9457), with all members of the API's usual error. `type` is the status in
 * the reference.
 */
export const problemDetails = (status: number, error: { message: string }) => ({
  type: `${config().publicUrl}/api/docs#status-${status}`,
  title: STATUS_CODES[status] ?? "Error",
  status,
  detail: error.message,
  ...error,
});

/** An error of the API in the form that the client asks for. */
export async function inRequestedForm(request: Request, response: Response): Promise<Response> {
  if (response.status < 400 || !wantsProblem(request.headers.get("Accept"))) return response;
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return response;
  const error = (await response.json()) as { message: string };
  const headers = new Headers(response.headers);
  headers.set("Content-Type", PROBLEM_TYPE);
  return new Response(JSON.stringify(problemDetails(response.status, error)), {
    ...{ status: response.status, headers },
  });
}
