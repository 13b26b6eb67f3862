import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdBox } from "~/features/ads/ad-box";
import { adsBesideColumn, toAdProps } from "~/features/ads/ads.queries.server";
import { signInPath, viewerOf } from "~/features/auth/viewer.server";
import { priceNote } from "~/features/billing/packages.queries.server";
import { callPicture } from "~/features/calls/call-picture.queries.server";
import { lockedDays } from "~/features/calls/call-picture.rules";
import { outcomesOf } from "~/features/calls/record/settled-cards.queries.server";
import { alertMeta, sideOf } from "~/features/content/alerts/alert.meta";
import { FullAlert } from "~/features/content/alerts/alert-article";
import { LockedAlert } from "~/features/content/alerts/alert-lock";
import type { Clock } from "~/features/content/alerts/alert-plan";
import { type AlertCall, alertById, alertNeighbours } from "~/features/content/alerts/alerts.queries.server";
import { portraitOf } from "~/features/content/authors/portrait.server";
import { relatedTo } from "~/features/content/related/related.queries.server";
import { QuoteFigures, RelatedSection } from "~/features/content/related/related-section";
import { type Access, accessTo } from "~/features/entitlements/access.server";
import { lockWords, READERS } from "~/features/entitlements/audience.rules";
import { textCharts } from "~/features/markets/company/text-charts.queries.server";
import { config } from "~/platform/config.server";
import { daysLeft, formatTime, isSameYear } from "~/ui/dates";
import { PrevNext } from "~/ui/prose";
import { Time } from "~/ui/time";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { pageMeta } from "~/web/meta";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { isUuid } from "~/web/uuid";

export const handle = { shared: true, sidebar: 2 };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, alertMeta(args.data));

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const access = accessTo("trade alert", viewer);
  const { id } = args.params;
  const found = isUuid(id) ? await alertById(access, id) : undefined;
  if (!found) throw notFound("Trade Alert not found.");
  const { call, audience, createdAt } = found;
  const now = new Date();
  const body = call && toBlocks(call.analysis);
  const [around, related, picture, outcomes, charts, [ad], portrait, note] = await Promise.all([
    alertNeighbours(access, found),
    call
      ? readBesideOr(args, "related not read", () => relatedTo({ ...call, id: found.id }, viewer), [])
      : [],
    call
      ? readBesideOr(
          args,
          "call's chart not read",
          () => alertPicture(found.id, access, call, now),
          undefined,
        )
      : undefined,
    call
      ? readBesideOr(args, "outcome not read", () => outcomesOf(viewer, [found.id]), undefined)
      : undefined,
    readBesideOr(args, "text's charts not read", () => textCharts(body ?? [], viewer, now), {}),
    adsBesideColumn(args, [{ category: "rectangle" }]),
    portraitOf(args, call?.author),
    priceNote(args, access === "locked"),
  ]);
  const until = call?.endsAt;
  // Of a record that was called again the newest call counts, which is the one that is drawn.
  const settled = picture?.settled ? outcomes?.cards[found.id] : undefined;
  return {
    id: found.id,
    call,
    portrait,
    readers: READERS[audience],
    lock: call ? undefined : lockWords("trade alert", audience),
    createdAt,
    posted: formatTime(createdAt, "datetime", config().siteTz),
    picture,
    outcome: settled && outcomes ? { card: settled, index: outcomes.index } : undefined,
    axis: lockedDays(createdAt, now, config().siteTz),
    body,
    charts,
    hold: until ? { until, left: daysLeft(now, until) } : undefined,
    now,
    around,
    related,
    ad: ad && toAdProps(ad),
    note,
    signIn: viewer.kind === "visitor" ? signInPath(args.request) : undefined,
  };
}

function alertPicture(id: string, access: Access, { currentPrice, pricedAt }: AlertCall, now: Date) {
  const current = currentPrice && pricedAt ? { price: currentPrice, asOf: pricedAt } : undefined;
  return callPicture({ kind: "alert", recordId: id, access }, current, now);
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function TradeAlert() {
  const { call, lock, createdAt, picture, outcome, axis, body, charts, hold, now, ...beside } =
    useLoaderData<typeof loader>();
  const { portrait, around, related, ad, note, signIn } = beside;
  const { siteTz } = useRootData();
  const quote = related.find((record) => record.kind === "quote" && !isPriceOf(call, record));
  return (
    <article>
      {call && (
        <FullAlert
          call={call}
          portrait={portrait}
          createdAt={createdAt}
          hold={hold}
          body={body ?? []}
          charts={charts}
          picture={picture}
          outcome={outcome}
          quote={quote && <QuoteFigures {...quote} zone={siteTz} />}
          clock={{ now, zone: siteTz }}
        />
      )}
      {lock && (
        <LockedAlert
          lock={lock}
          createdAt={createdAt}
          axis={axis}
          note={note}
          signIn={signIn}
          zone={siteTz}
        />
      )}
      {ad && (
        <div className="section">
          <AdBox {...ad} />
        </div>
      )}
      <div className="section">
        <PrevNext
          label="Other alerts"
          prev={around.previous && neighbour("Previous", around.previous, { now, zone: siteTz })}
          next={around.next && neighbour("Next", around.next, { now, zone: siteTz })}
        />
      </div>
      {call && <RelatedSection name={call.name} records={related} zone={siteTz} />}
    </article>
  );
}

/** Whether a quote says the same as the price of the call, of the same time: then it is said once. */
const isPriceOf = (
  call: Loaded["call"],
  { last, at }: Pick<Loaded["related"][number], "last" | "at">,
): boolean =>
  Number(call?.currentPrice ?? Number.NaN) === Number(last) &&
  Number(call?.pricedAt ?? 0) === Number(at ?? 0);

function neighbour(
  word: string,
  { id, createdAt, call }: NonNullable<Loaded["around"]["next"]>,
  { now, zone }: Clock,
) {
  const to = `/trade-alert/${id}`;
  const isRecent = isSameYear(createdAt, now, zone);
  const posted = formatTime(createdAt, isRecent ? "day-time" : "datetime", zone);
  if (!call) return { to, label: word, title: `Alert of ${posted}` };
  return {
    to,
    title: `${sideOf(call)} ${call.name}`,
    label: (
      <>
        {word}, <Time at={createdAt} style={isRecent ? "day" : "date"} zone={zone} />
      </>
    ),
  };
}
