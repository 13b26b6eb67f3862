import { chartRenderer } from "~/features/companies/text-chart";
import { companyHref } from "~/features/markets/company.rules";
import { ArticleText } from "~/ui/article-text";
import { TickerSymbol } from "~/ui/badge";
import { dayIn } from "~/ui/dates";
import { formatCount } from "~/ui/format";
import { Section } from "~/ui/head";
import type { TextBlock } from "~/ui/text-blocks";
import { Time } from "~/ui/time";
import { Holdings } from "../holdings";
import { BriefExhibit } from "./brief-exhibit";
import type { BriefPicture } from "./brief-picture.rules";
import "./sample-brief.css";

type SampleBriefProps = {
  brief: {
    companyName: string;
    ticker: string;
    companySymbol: string;
    author: string;
    createdAt: Date;
    headline: string | null;
    disclosure: string | null;
  };
  body: readonly TextBlock[];
  words: number;
  /** The charts that the text includes. */
  charts: Parameters<typeof chartRenderer>[0];
  picture?: BriefPicture;
  zone: string;
};

/** Blocks of the text that appear before the reader opens the rest. */
const OPENING = 2;

/** One brief in full, for everybody: an example of what a membership includes. */
export function SampleBrief({ brief, body, words, charts, picture, zone }: SampleBriefProps) {
  const { companyName, ticker, companySymbol, author, createdAt, headline, disclosure } = brief;
  const rest = body.slice(OPENING);
  // The brief's own chart comes first on its page.
  const exhibits = picture ? 2 : 1;
  return (
    <Section id="sample" title="A full brief, free">
      <div className="sample">
        <article>
          <p className="meta">
            <TickerSymbol to={companyHref(companySymbol)}>{ticker}</TickerSymbol> {author},{" "}
            <Time at={createdAt} style="day" zone={zone} />. Our sample, in full.
          </p>
          <h3>{headline ?? companyName}</h3>
          <ArticleText blocks={body.slice(0, OPENING)} top={3} chartOf={chartRenderer(charts, exhibits)} />
          {rest.length > 0 && (
            <details>
              <summary>{`Read all ${formatCount(words)} words`}</summary>
              <ArticleText blocks={rest} top={3} chartOf={chartRenderer(charts, exhibits)} />
            </details>
          )}
          <Holdings disclosure={disclosure} />
        </article>
        {picture && (
          <BriefExhibit
            name={companyName}
            publishedOn={dayIn(zone, createdAt)}
            picture={picture}
            number={2}
          />
        )}
      </div>
    </Section>
  );
}
