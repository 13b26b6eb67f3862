import { Note } from "~/ui/message";
import { exactPrice } from "~/ui/price-format";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import type { PriceReadersSee } from "./price-readers-see.queries.server";

const SOURCES: Record<PriceReadersSee["source"], string> = {
  quote: "its quote",
  history: "the price history",
  pick: "a stock pick",
  alert: "a trade alert",
};

/** The note above a form: which price readers see instead of the record's own, its time and its source. */
export function PriceReadersSeeNote({ instead }: { instead?: PriceReadersSee }) {
  const { siteTz } = useRootData();
  if (!instead) return null;
  const { price, asOf, currency, source } = instead;
  const figure = exactPrice(price);
  const ofDay = source === "history";
  return (
    <Note title={`Readers see the price ${currency ? `${figure} ${currency}` : figure}, not the one below.`}>
      The price comes from {SOURCES[source]}, as of{" "}
      <Time at={asOf} style={ofDay ? "short-date" : "short-datetime"} ofDay={ofDay} zone={siteTz} />.
    </Note>
  );
}
