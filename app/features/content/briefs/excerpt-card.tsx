import { type ReactNode, useId } from "react";
import { LOCKED_LABEL, LockedBars } from "~/access/paywall";
import { companyHref } from "~/features/markets/company.rules";
import { TickerSymbol } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";

type ExcerptCardProps = {
  to: string;
  title: string;
  /** The ticker, and the symbol in the address of the company's page. */
  ticker?: { text: string; companySymbol: string };
  /** The conclusion in a sentence. */
  headline?: string;
  meta?: ReactNode;
} & (
  | {
      locked: true;
      /** The public first words. */
      teaser?: string;
      /** The link to the public sample, if there is one. */
      sample?: ReactNode;
    }
  | {
      locked?: false;
      excerpt: string;
      /** The text of the link below ("Read More →"). */
      action: string;
    }
);

/**
 * A title with its first words. Behind the paywall it has bars, a disabled button and no text but the public
 * words.
 */
export function ExcerptCard(props: ExcerptCardProps) {
  const id = useId();
  return (
    <article className="card card--foot">
      <div className="card-name">
        {props.ticker && (
          <TickerSymbol to={companyHref(props.ticker.companySymbol)}>{props.ticker.text}</TickerSymbol>
        )}
        <h3 id={id} className={props.headline && "kicker font-sans"}>
          <a href={props.to}>{props.title}</a>
        </h3>
      </div>
      {props.headline && (
        <p className="serif text-xl">
          {/* For the pointer. The keyboard uses the heading, which links to the same page. */}
          <a href={props.to} tabIndex={-1}>
            {props.headline}
          </a>
        </p>
      )}
      {props.meta !== undefined && <p className="meta">{props.meta}</p>}
      {props.locked ? (
        <>
          {props.teaser && <p>{props.teaser}</p>}
          {props.sample}
          <div className="card-foot">
            <LockedBars />
            <p>
              <Button size="sm" icon="lock" disabledReason={LOCKED_LABEL} aria-describedby={id}>
                Locked
              </Button>
            </p>
          </div>
        </>
      ) : (
        <>
          <p dir="auto">{props.excerpt}</p>
          <p className="card-foot">
            <LinkButton to={props.to} size="sm" aria-describedby={id}>
              {props.action}
            </LinkButton>
          </p>
        </>
      )}
    </article>
  );
}
