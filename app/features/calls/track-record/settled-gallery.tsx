import type { ReactNode } from "react";
import { BuySellTag } from "~/ui/badge";
import { dayInWords } from "~/ui/charts/calendar";
import { MiniChart } from "~/ui/charts/mini-chart";
import { formatSigned, pluralize } from "~/ui/format";
import { Outcome } from "./outcome";
import { daysBetween } from "./record.rules";
import { cardChart, cardSentence, type SettledCard } from "./settled-cards.rules";
import "./settled-gallery.css";

type SettledCallCardProps = {
  card: SettledCard;
  /** The link of the card. */
  to: string;
  /** The index's name. */
  index: string;
};

/** A settled call in a gallery: name, direction, price chart and outcome. */
export function SettledCallCard({ card, to, index }: SettledCallCardProps) {
  const { name, direction, enteredOn, endedOn, reason, result } = card;
  const days = pluralize(daysBetween(enteredOn, endedOn), "day");
  const over = card.index === null ? "" : `, ${index} ${formatSigned(card.index, 1)}%`;
  return (
    <article className="gcard">
      <div className="gcard-top">
        <h3>
          <a href={to}>{name}</a>
        </h3>
        <BuySellTag side={direction} />
      </div>
      <MiniChart call={cardChart(card)} sentence={cardSentence(card)} />
      <p className="gcard-foot">
        <Outcome reason={reason} result={result} />
        <span className="meta">{`${days} to ${dayInWords(endedOn)}${over}`}</span>
      </p>
    </article>
  );
}

/** Settled calls side by side, as many as fit. */
export const Gallery = ({ children }: { children: ReactNode }) => <div className="gallery">{children}</div>;
