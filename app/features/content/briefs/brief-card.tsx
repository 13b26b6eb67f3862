import { Columns } from "~/ui/card-columns";
import { excerpt } from "~/ui/excerpt";
import { Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Time } from "~/ui/time";
import { UnreadList } from "~/ui/unread-list";
import { AuthorLink } from "../authors/author-link";
import type { BriefCard } from "./briefs.queries.server";
import { ExcerptCard } from "./excerpt-card";
import { SampleNote } from "./sample-link";

/** Words of an analysis that lists show; specification, section 9. */
const EXCERPT_WORDS = 25;

/** A brief in a list: its first 25 words. Readers without access see constant bars and a disabled button. */
export function DailyBriefCard({ brief, zone }: { brief: BriefCard; zone: string }) {
  const { id, companyName, ticker, companySymbol, author, createdAt, headline, teaser, audience } = brief;
  const { opening, isSample } = brief;
  const shared = {
    to: `/daily-brief/${id}`,
    title: companyName,
    ticker: { text: ticker, companySymbol },
    headline: headline ?? undefined,
    meta: (
      <>
        {audience === "private" && "Private. "}
        <AuthorLink name={author} />, <Time at={createdAt} style="day" zone={zone} />
      </>
    ),
  };
  return opening === undefined ? (
    <ExcerptCard {...shared} teaser={teaser ?? undefined} sample={isSample && <SampleNote />} locked />
  ) : (
    <ExcerptCard {...shared} excerpt={excerpt(opening, EXCERPT_WORDS)} action="Read More →" />
  );
}

/** The exact text of the specification. */
const NO_BRIEFS = "No daily briefs available.";

/** The briefs of the home page. */
export function BriefSection({ briefs, zone }: { briefs?: readonly BriefCard[]; zone: string }) {
  return (
    <Section title="Daily Brief" to="/daily-brief" more={{ label: "All briefs", to: "/daily-brief" }}>
      {!briefs ? (
        <UnreadList title={NO_BRIEFS} />
      ) : briefs.length === 0 ? (
        <EmptyState title={NO_BRIEFS} />
      ) : (
        <Columns>
          {briefs.map((brief) => (
            <DailyBriefCard key={brief.id} brief={brief} zone={zone} />
          ))}
        </Columns>
      )}
    </Section>
  );
}
