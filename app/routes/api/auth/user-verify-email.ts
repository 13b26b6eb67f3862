import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { VERIFYING, verifyEmail } from "~/features/members/verification.server";
import { methodsReply } from "~/http/refusal.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(
    args,
    ["GET", "HEAD"],
    async () => {
      await verifyEmail(args, args.params.token);
      return json({ message: VERIFYING.done });
    },
    VERIFYING.failed,
  );

export const action = loader;
