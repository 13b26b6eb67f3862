import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { memberApi } from "~/features/members/refusal.server";
import { RESENT, resendVerification } from "~/features/members/verification.server";

export const loader = (args: LoaderFunctionArgs) =>
  memberApi(args, ["GET", "HEAD"], async () => {
    await resendVerification(args);
    return json({ message: RESENT });
  });

export const action = loader;
