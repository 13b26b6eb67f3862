import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LockedCell } from "~/access/paywall";
import { CallHistory } from "~/features/calls/call-history";
import { chartRenderer } from "~/features/companies/text-chart";
import { AuthorLink } from "~/features/content/authors/author-link";
import { Signed } from "~/features/content/authors/signed";
import { BriefExhibit, LockedBriefExhibit } from "~/features/content/briefs/brief-exhibit";
import { BriefHead } from "~/features/content/briefs/brief-head";
import { loadBrief } from "~/features/content/briefs/brief-page.server";
import { BriefPaywall } from "~/features/content/briefs/brief-paywall";
import { briefMeta } from "~/features/content/briefs/briefs.meta";
import { briefById } from "~/features/content/briefs/briefs.queries.server";
import { Holdings } from "~/features/content/holdings";
import { QuoteFigures, RelatedSection } from "~/features/content/related/related-section";
import { NewsletterLink } from "~/features/newsletters/newsletter-link";
import { PageViewBeacon } from "~/features/page-views/page-view-beacon";
import { ArticleText } from "~/ui/article-text";
import { dayIn } from "~/ui/dates";
import { Facts } from "~/ui/facts";
import { formatPrice } from "~/ui/price-format";
import { PrevNext } from "~/ui/prose";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";
import { PAYWALLED_CLASS } from "~/web/structured-data";

export const handle = { shared: true, sidebar: 3, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, briefMeta(args.data?.brief));

export const loader = (args: LoaderFunctionArgs) => loadBrief(args, briefById);

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function DailyBrief() {
  const { brief, body, charts, changes, picture, portrait, year, around, related, ...lock } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const { companyName, companySymbol, author, createdAt, disclosure } = brief;
  const locked = body === undefined;
  const quote = related.find(({ kind }) => kind === "quote");
  return (
    <>
      <PageViewBeacon section="daily-brief" id={brief.id} />
      <article className="grid gap-6">
        <BriefHead
          {...brief}
          meta={
            <Signed author={author} portrait={portrait}>
              By <AuthorLink name={author} />, <Time at={createdAt} style="datetime" zone={siteTz} />
            </Signed>
          }
        />
        {picture && (
          <BriefExhibit name={companyName} publishedOn={dayIn(siteTz, createdAt)} picture={picture} />
        )}
        {locked && <LockedBriefExhibit name={companyName} companySymbol={companySymbol} {...year} />}
        <Facts
          row
          items={[
            ...(quote ? [{ label: "Last price", value: <QuoteFigures {...quote} zone={siteTz} /> }] : []),
            { label: "Buy zone", value: locked ? <LockedCell kind="name" /> : buyZoneText(brief) },
          ]}
        />
        <div className={`grid gap-6 ${PAYWALLED_CLASS}`}>
          {locked ? (
            <BriefPaywall audience={brief.audience} companyName={companyName} {...lock} />
          ) : (
            <ArticleText blocks={body} chartOf={chartRenderer(charts, picture ? 1 : 0)} />
          )}
        </div>
        <Holdings disclosure={disclosure} />
        <NewsletterLink />
        <CallHistory changes={changes} zone={siteTz} />
        <PrevNext
          label="Other briefs"
          prev={around.previous && neighbour("Previous", around.previous, siteTz)}
          next={around.next && neighbour("Next", around.next, siteTz)}
        />
        <RelatedSection name={companyName} records={related} zone={siteTz} />
      </article>
    </>
  );
}

function buyZoneText({ buyZoneMin, buyZoneMax, kind, currency }: Loaded["brief"]): string {
  const price = (value: string) => formatPrice(value, { kind, currency });
  if (buyZoneMin && buyZoneMax) return `${price(buyZoneMin)} to ${price(buyZoneMax)}`;
  if (buyZoneMin) return `From ${price(buyZoneMin)}`;
  return buyZoneMax ? `Up to ${price(buyZoneMax)}` : "None given";
}

function neighbour(word: string, link: NonNullable<Loaded["around"]["next"]>, zone: string) {
  return {
    to: `/daily-brief/${link.id}`,
    title: link.headline ?? link.companyName,
    label: (
      <>
        {word}, <Time at={link.createdAt} style="day" zone={zone} />
      </>
    ),
  };
}
