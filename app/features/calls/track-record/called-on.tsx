import { companyHref } from "~/features/markets/company.rules";
import { TickerSymbol } from "~/ui/badge";
import { RowHeader } from "~/ui/table";
import { RECORDED_LATER } from "../calls.rules";

type CalledOnProps = {
  symbol: string | null;
  /** Of the page it leads to: the company may have another symbol by now, and another company this one. */
  companySymbol: string | null;
  list?: string | null;
  recordedLater?: boolean;
};

/** What a call is on, which leads to all there is of that, and where it was made. */
export function CalledOn({ symbol, companySymbol, list, recordedLater }: CalledOnProps) {
  const rest = [list, recordedLater && RECORDED_LATER].filter(Boolean).join(", ");
  if (symbol === null) return rest;
  return (
    <>
      <TickerSymbol to={companyHref(companySymbol ?? symbol)}>{symbol}</TickerSymbol>
      {rest && `, ${rest}`}
    </>
  );
}

type CallHeaderProps = CalledOnProps & { id: string; direction: "buy" | "sell"; name: string | null };

/** The head of a call's row: which one, leading to its page, and what it is on. */
export const CallHeader = ({ id, direction, name, ...on }: CallHeaderProps) => (
  <RowHeader sub={<CalledOn {...on} />}>
    {`${direction === "buy" ? "Buy" : "Sell"} `}
    <a href={`/track-record/${id}`}>{name}</a>
  </RowHeader>
);
