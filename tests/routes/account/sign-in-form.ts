import { app } from "tests/support/running-app";
import { PASSWORD } from "tests/support/test-app";

/** Submits the sign-in form of members or of staff. */
export const signIn = (
  page: string,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
) => app.request(page, { method: "POST", headers, body: { email, password } });
