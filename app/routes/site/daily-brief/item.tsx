import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signInPath, viewerOf } from "~/features/auth/viewer.server";
import { priceNote } from "~/features/billing/packages.queries.server";
import { CallHistory } from "~/features/calls/call-history";
import { AuthorLink } from "~/features/content/authors/author-link";
import { portraitOf } from "~/features/content/authors/portrait.server";
import { Signed } from "~/features/content/authors/signed";
import { BriefExhibit, LockedBriefExhibit } from "~/features/content/briefs/brief-exhibit";
import { BriefHead } from "~/features/content/briefs/brief-head";
import { BriefLock } from "~/features/content/briefs/brief-lock";
import { briefPicture } from "~/features/content/briefs/brief-picture.queries.server";
import { yearTo } from "~/features/content/briefs/brief-picture.rules";
import { briefMeta } from "~/features/content/briefs/briefs.meta";
import { briefById, briefNeighbours } from "~/features/content/briefs/briefs.queries.server";
import { Holdings } from "~/features/content/holdings";
import { relatedTo } from "~/features/content/related/related.queries.server";
import { QuoteFigures, RelatedSection } from "~/features/content/related/related-section";
import { accessTo } from "~/features/entitlements/access.server";
import { LockCell } from "~/features/entitlements/lock";
import { drawnFrom } from "~/features/markets/company/text-chart";
import { textCharts } from "~/features/markets/company/text-charts.queries.server";
import { ReadingMark } from "~/features/readings/reading-mark";
import { config } from "~/platform/config.server";
import { ArticleText } from "~/ui/article-text";
import { dayIn } from "~/ui/dates";
import { Facts } from "~/ui/facts";
import { formatPrice } from "~/ui/format";
import { PrevNext } from "~/ui/prose";
import { Time } from "~/ui/time";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { pageMeta } from "~/web/meta";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { PAYWALLED_CLASS } from "~/web/structured-data";
import { isUuid } from "~/web/uuid";

export const handle = { shared: true, sidebar: 3 };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, briefMeta(args.data?.brief));

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const access = accessTo("daily brief", viewer);
  const { id } = args.params;
  const found = isUuid(id) ? await briefById(access, id) : undefined;
  if (!found) throw notFound("Daily brief not found.");
  const { analysis, instrumentId, sampleId, changes = [], ...brief } = found;
  const { id: briefId, ticker, companyName: name } = brief;
  const now = new Date();
  const body = analysis === undefined ? undefined : toBlocks(analysis);
  const [around, related, picture, charts, portrait, note] = await Promise.all([
    briefNeighbours(brief),
    readBesideOr(args, "related not read", () => relatedTo({ id: briefId, ticker, name }, viewer), []),
    instrumentId
      ? readBesideOr(args, "brief's chart not read", () => briefPicture(found, viewer, now), undefined)
      : undefined,
    readBesideOr(args, "text's charts not read", () => textCharts(body ?? [], viewer, now), {}),
    portraitOf(args, brief.author),
    priceNote(args, access === "locked"),
  ]);
  return {
    brief,
    body,
    charts,
    changes,
    picture,
    portrait,
    year: yearTo(now, config().siteTz),
    around,
    related,
    note,
    sample: sampleId ? (sampleId === briefId ? ("this" as const) : ("another" as const)) : undefined,
    signIn: viewer.kind === "visitor" ? signInPath(args.request) : undefined,
  };
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function DailyBrief() {
  const { brief, body, charts, changes, picture, portrait, year, around, related, ...lock } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const { companyName, ticker, author, createdAt, disclosure } = brief;
  const locked = body === undefined;
  const quote = related.find(({ kind }) => kind === "quote");
  return (
    <>
      <ReadingMark section="daily-brief" id={brief.id} />
      <article className="grid gap-6">
        <BriefHead
          {...brief}
          meta={
            <Signed author={author} portrait={portrait}>
              By <AuthorLink name={author} />, <Time at={createdAt} style="datetime" zone={siteTz} />
            </Signed>
          }
        />
        {picture && <BriefExhibit name={companyName} saidOn={dayIn(siteTz, createdAt)} picture={picture} />}
        {locked && <LockedBriefExhibit name={companyName} ticker={ticker} {...year} />}
        <Facts
          row
          items={[
            ...(quote ? [{ label: "Last price", value: <QuoteFigures {...quote} zone={siteTz} /> }] : []),
            { label: "Buy zone", value: locked ? <LockCell kind="name" /> : buyZoneText(brief) },
          ]}
        />
        <div className={`grid gap-6 ${PAYWALLED_CLASS}`}>
          {locked ? (
            <BriefLock audience={brief.audience} companyName={companyName} {...lock} />
          ) : (
            <ArticleText blocks={body} chartOf={drawnFrom(charts, picture ? 1 : 0)} />
          )}
        </div>
        <Holdings disclosure={disclosure} />
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

function buyZoneText({ buyZoneMin, buyZoneMax }: Loaded["brief"]): string {
  if (buyZoneMin && buyZoneMax) return `${formatPrice(buyZoneMin)} to ${formatPrice(buyZoneMax)}`;
  if (buyZoneMin) return `From ${formatPrice(buyZoneMin)}`;
  return buyZoneMax ? `Up to ${formatPrice(buyZoneMax)}` : "None given";
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
