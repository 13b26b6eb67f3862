import type { useLoaderData } from "@remix-run/react";
import { formatCount, formatMoney, formatNumber, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { type StatTile, StatTiles } from "~/ui/stat-tiles";
import type { editionScreen } from "./editions.screen.server";
import { kindOf, NEWSLETTER_WORDS } from "./newsletters.rules";

type Screen = ReturnType<typeof useLoaderData<typeof editionScreen>>;

/** What arrived of an edition, what readers did with its links, and what the page of its record brought. Nothing before it starts. */
export function EditionFigures({
  edition,
  brought,
  countsBounces,
}: Pick<Screen, "edition" | "brought" | "countsBounces">) {
  if (!edition.startedAt) return null;
  const delivered = Math.max(0, edition.sent - edition.bounced);
  const { record } = NEWSLETTER_WORDS[kindOf(edition.newsletter)];
  return (
    <>
      {countsBounces && (
        <Section title="What arrived">
          <StatTiles
            label="What arrived"
            tiles={[
              counted("Delivered", delivered, shareOfSent(delivered, edition)),
              counted("Bounced", edition.bounced, shareOfSent(edition.bounced, edition)),
            ]}
          />
          <p className="meta mt-3">
            “Bounced”: rejected by another mail server after ours had accepted it, which can take days.
            “Delivered”: all other sent emails, as far as we know.
          </p>
        </Section>
      )}
      <Section title="What readers did">
        <StatTiles
          label="What readers did"
          tiles={[
            counted("Clicks", edition.clicks, `from ${pluralize(edition.sent, "email")}`),
            counted("Unsubscribed", edition.unsubscribed, shareOfSent(edition.unsubscribed, edition)),
          ]}
        />
        <p className="meta mt-3">
          “Clicks”: visits to our pages through the links in this email, excluding programs that identify
          themselves. We count visits, not readers, and do not record who came. “Unsubscribed”: readers who
          unsubscribed through the link in this email. Opens are not counted: email programs load pictures on
          their own, so such figures are wrong, and counting opens would mean tracking readers.
        </p>
      </Section>
      {brought && (
        <Section title={`What the ${record} led to`}>
          <Brought {...brought} />
          <p className="meta mt-3">
            Counted on the {record}’s page in the five weeks after sending began, for all its readers.
            {brought.purchases && " “Purchases” are those made directly from its paywall."}
          </p>
        </Section>
      )}
    </>
  );
}

/** A figure; zero is shown in words. @param note shown beside any other */
const counted = (label: string, count: number, note?: string): StatTile => ({
  label,
  figure: formatCount(count),
  note: count === 0 ? "None yet" : note,
});

const shareOfSent = (count: number, { sent }: Screen["edition"]) =>
  sent > 0 ? `${formatNumber((count / sent) * 100)}% of sent` : undefined;

function Brought({ views, paywall, purchases }: NonNullable<Screen["brought"]>) {
  const tiles = [
    ...(views === undefined ? [] : [counted("Page views", views)]),
    ...(paywall
      ? [counted("Paywall shown", paywall.shown), counted("Clicks to plans", paywall.followed)]
      : []),
    ...(purchases?.length === 0 ? [counted("Purchases", 0)] : []),
    ...(purchases ?? []).map(({ currency, payments, amount }) => ({
      label: `Purchases, ${currency}`,
      figure: formatCount(payments),
      note: `${formatMoney(amount, currency)} received`,
    })),
  ];
  return tiles.length > 0 ? (
    <StatTiles label="What it led to" tiles={tiles} />
  ) : (
    <p>Page views are kept for five weeks.</p>
  );
}
