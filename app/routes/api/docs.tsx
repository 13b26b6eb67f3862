import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiReference } from "~/features/api-description/reference.server";
import { ReferencePage, tableOfContents } from "~/features/api-description/reference-page";
import { KeepAccount } from "~/features/site-shell/keep-account";
import { siteFooterProps } from "~/features/site-shell/site-footer";
import { SiteFrame } from "~/features/site-shell/site-frame";
import { frameWithoutMarkets } from "~/features/site-shell/site-frame.server";
import { pageMeta } from "~/web/meta";
import { useRootData, useToasts } from "~/web/root-data";

export const handle = { shared: true };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "The API",
    description:
      "Every endpoint of the JSON API: who can call it, its parameters, its responses and an example request.",
  });

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await frameWithoutMarkets(args)),
  ...apiReference(),
});

/** Draws its own frame: the left navigation is the page's table of contents. */
export default function Docs() {
  const { member, supportPhone, bell, year, ...content } = useLoaderData<typeof loader>();
  const { siteName, siteTz, links } = useRootData();
  const { guide, addresses } = tableOfContents(content.groups);
  return (
    <SiteFrame
      siteName={siteName}
      member={member}
      supportPhone={supportPhone}
      bell={bell}
      sections={guide}
      extras={{ label: "Endpoints", entries: addresses }}
      sidebar={false}
      toasts={useToasts()}
      footer={siteFooterProps({ year, siteTz, links })}
    >
      <KeepAccount />
      <ReferencePage siteName={siteName} {...content} />
    </SiteFrame>
  );
}
