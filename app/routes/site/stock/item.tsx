import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessTo } from "~/access/access.server";
import { viewerOf } from "~/auth/viewer.server";
import { asClose, companyItems, companyPrices } from "~/features/companies/company.queries.server";
import { companyBySymbol, readingOf } from "~/features/companies/company-by-symbol.queries.server";
import {
  CompanyChart,
  CurrentPrice,
  ItemList,
  NextResultsLine,
  YearRange,
} from "~/features/companies/company-page";
import {
  companyFeedLink,
  companyHref,
  monthsBefore,
  PERIODS,
  periodHref,
  priceWord,
  readPeriod,
  withCurrent,
  withFlags,
} from "~/features/markets/company.rules";
import { staleLabel } from "~/features/markets/quotes.rules";
import { runningDay } from "~/features/markets/running-day.rules";
import { WatchStar } from "~/features/marks/mark";
import { newAlertHref } from "~/features/watchlist/price-alerts/price-alerts.rules";
import { config } from "~/platform/config.server";
import { TickerSymbol } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { dayIn } from "~/ui/dates";
import { PageHead, Section } from "~/ui/head";
import { Across } from "~/ui/two-part-page";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, params: ["period"], sidebar: 1 };

export const meta: MetaFunction<typeof loader> = (args) => {
  const company = args.data?.company;
  if (!company) return pageMeta(args, { title: "Company not found", noIndex: true });
  const { name, symbol } = company;
  return pageMeta(args, {
    title: `${name} (${symbol})`,
    description: `The ${priceWord(company)} of ${name} over a year, with everything we published about it.`,
    path: companyHref(symbol),
    feed: company.isPublic ? companyFeedLink(company) : undefined,
    ...(args.data &&
      args.data.year.length > 1 && {
        picture: {
          path: `/og${companyHref(symbol)}.png`,
          alt: `A year of the ${priceWord(company)} of ${name}`,
        },
      }),
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const reading = readingOf(viewer);
  const { searchParams } = new URL(args.request.url);
  const period = readPeriod(searchParams);
  const company = await companyBySymbol(args.params.symbol ?? "", reading);
  if (!company) throw notFound("Company not found.");
  if (company.symbol !== args.params.symbol) throw redirect(periodHref(company.symbol, period), 301);

  const now = new Date();
  const zone = config().siteTz;
  const to = dayIn(zone, now);
  const from = monthsBefore(to, PERIODS[period].months);
  const yearAgo = monthsBefore(to, PERIODS["1y"].months);
  const [{ closes, current }, items] = await Promise.all([
    companyPrices(company, reading, { from: from < yearAgo ? from : yearAgo, to }),
    companyItems(company, viewer),
  ]);
  const points = withCurrent(closes, current && asClose(current));
  const briefs = accessTo("daily brief", viewer);
  const listed = items.map((item) => ({ ...item, locked: item.kind === "brief" && briefs === "locked" }));
  return {
    company,
    period,
    range: { from, to },
    closes: points.filter(({ day }) => day >= from),
    year: points.filter(({ day }) => day >= yearAgo),
    current,
    stale: current && !current.ofDay ? staleLabel(current.asOf, now) : undefined,
    items: withFlags(listed, { from, to, zone }),
    readsCalls: reading !== "public",
    isMember: viewer.kind === "member",
    running: runningDay(now, zone),
  };
}

export default function CompanyPage() {
  const { company, period, range, closes, year, current, stale, items, readsCalls, isMember, running } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <Across
      beside={
        <article className="grid gap-6">
          <PageHead
            title={company.name}
            after={
              <>
                <TickerSymbol>{company.symbol}</TickerSymbol>
                <WatchStar {...company} words="Watch" />
                {isMember && <LinkButton to={newAlertHref(company.symbol)}>Alert me</LinkButton>}
              </>
            }
          />
          {current && <CurrentPrice current={current} stale={stale} unit={company} zone={siteTz} />}
          <YearRange closes={year} unit={company} />
          {company.nextResultsOn && <NextResultsLine on={company.nextResultsOn} />}
          <CompanyChart
            company={company}
            closes={closes}
            period={period}
            {...range}
            items={items}
            stale={stale !== undefined}
            running={running}
          />
        </article>
      }
    >
      {items.length > 0 && (
        <Section title={`What we published on ${company.name}`}>
          <ItemList items={items} closes={year} unit={company} running={running} zone={siteTz} />
        </Section>
      )}
      {!readsCalls && (
        <p className="meta mt-6">
          {`${items.some(({ kind }) => kind === "call") ? "Other trade alerts" : "Trade alerts"} and stock picks are for members. This page does not show whether there are any.`}
        </p>
      )}
    </Across>
  );
}
