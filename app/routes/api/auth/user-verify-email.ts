import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { VERIFIED, verifyEmail } from "~/features/members/verification.server";
import { methodsReply } from "~/http/refusal.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(args, ["GET", "HEAD"], async () => {
    await verifyEmail(args, args.params.token);
    return json({ message: VERIFIED });
  });

export const action = loader;
