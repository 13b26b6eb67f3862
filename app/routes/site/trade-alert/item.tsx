import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdBox } from "~/features/ads/ad-box";
import { alertMeta } from "~/features/content/alerts/alert.meta";
import { FullAlert } from "~/features/content/alerts/alert-article";
import { loadAlert } from "~/features/content/alerts/alert-page.server";
import { AlertPaywall } from "~/features/content/alerts/alert-paywall";
import type { Clock } from "~/features/content/alerts/alert-plan";
import { alertById } from "~/features/content/alerts/alerts.queries.server";
import { sideLabel } from "~/features/content/alerts/alerts.rules";
import { QuoteFigures, RelatedSection } from "~/features/content/related/related-section";
import { formatTime, isSameYear } from "~/ui/dates";
import { PrevNext } from "~/ui/prose";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, sidebar: 2, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, alertMeta(args.data));

export const loader = (args: LoaderFunctionArgs) => loadAlert(args, alertById);

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function TradeAlert() {
  const { call, lock, createdAt, picture, outcome, axis, body, charts, hold, now, ...beside } =
    useLoaderData<typeof loader>();
  const { portrait, around, related, ad, note, signIn } = beside;
  const { siteTz } = useRootData();
  const quote = related.find((record) => record.kind === "quote" && !isSamePrice(call, record));
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
        <AlertPaywall
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

/** Whether a quote equals the call's price at the same time. It is then shown once. */
const isSamePrice = (
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
    title: `${sideLabel(call)} ${call.name}`,
    label: (
      <>
        {word}, <Time at={createdAt} style={isRecent ? "day" : "date"} zone={zone} />
      </>
    ),
  };
}
