import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { adminResourceOf } from "~/features/registry.server";
import { reviewAction, reviewScreen } from "~/features/reviews/review.screen.server";
import { ReviewPage } from "~/features/reviews/review-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Review");

export const loader = (args: LoaderFunctionArgs) => reviewScreen(adminResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => reviewAction(adminResourceOf(args.request), args);

export default function Review() {
  return <ReviewPage {...useLoaderData<typeof loader>()} errors={useActionData<typeof action>()} />;
}
