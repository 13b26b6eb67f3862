import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { memberApi } from "~/features/members/refusal.server";
import { VERIFIED, verifyEmail } from "~/features/members/verification.server";

export const loader = (args: LoaderFunctionArgs) =>
  memberApi(args, ["GET", "HEAD"], async () => {
    await verifyEmail(args, args.params.token);
    return json({ message: VERIFIED });
  });

export const action = loader;
