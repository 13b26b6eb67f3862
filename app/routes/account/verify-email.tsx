import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { verificationPage } from "~/features/accounts/verification-page.server";
import { VerificationScreen, verificationMeta } from "~/routes/account/verification-screen";

export const meta: MetaFunction<typeof loader> = (args) => verificationMeta(args);

export const loader = (args: LoaderFunctionArgs) => verificationPage(args);

export default function VerifyEmail() {
  return <VerificationScreen outcome={useLoaderData<typeof loader>()} />;
}
