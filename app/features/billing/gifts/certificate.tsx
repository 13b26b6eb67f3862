import { type ReactNode, useId } from "react";
import type { Fact } from "~/ui/facts";
import { Guilloche, GuillocheCopy } from "~/ui/guilloche";
import { Wordmark } from "~/ui/logo";
import "./certificate.css";

type CertificateProps = {
  siteName: string;
  /** The page's title. */
  title: string;
  /** The sentence below the title. */
  say: ReactNode;
  facts: readonly Fact[];
  /** The reference number, and its label. */
  number: string;
  numberLabel?: string;
};

const CORNERS = ["top-start", "top-end", "bottom-start", "bottom-end"] as const;

/** An engraved certificate: the purchase, the buyer and the period. It prints on the upper half of a page. */
export function Certificate(props: CertificateProps) {
  const { siteName, title, say, facts, number, numberLabel = "Receipt number" } = props;
  const rosette = useId();
  return (
    <article className="cert">
      <Guilloche id={rosette} />
      {CORNERS.map((corner) => (
        <GuillocheCopy key={corner} of={rosette} className={`corner corner--${corner}`} />
      ))}
      <p className="logo">
        <Wordmark siteName={siteName} />
      </p>
      <h1>{title}</h1>
      <p className="cert-say">{say}</p>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="cert-number">
        {numberLabel} <span>{number}</span>
      </p>
    </article>
  );
}
