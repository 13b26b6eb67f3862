import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/features/accounts/account-page";
import { privateFeedsAction, privateFeedsScreen } from "~/features/feeds/private-feeds.screen.server";
import { FeedQuestion, PrivateFeeds } from "~/features/feeds/private-feeds-page";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Private feeds", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => privateFeedsScreen(args);
export const action = (args: ActionFunctionArgs) => privateFeedsAction(args);

export default function Feeds() {
  const { feeds, question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { siteTz } = useRootData();
  return (
    <AccountPage current="feeds">
      {question ? (
        <FeedQuestion feed={question} />
      ) : (
        <PrivateFeeds
          feeds={feeds}
          made={answer && "address" in answer ? answer : undefined}
          problem={answer && "message" in answer ? answer.message : undefined}
          zone={siteTz}
        />
      )}
    </AccountPage>
  );
}
