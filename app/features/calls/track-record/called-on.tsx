import { companyHref } from "~/features/markets/company.rules";
import { TickerSymbol } from "~/ui/badge";
import { RowHeader } from "~/ui/table";
import { RECORDED_LATER } from "../calls.rules";

type CalledOnProps = {
  symbol: string | null;
  /** The symbol of the linked page. The company may have a new symbol, and another company the old one. */
  companySymbol: string | null;
  list?: string | null;
  recordedLater?: boolean;
};

/** A call's symbol with a link to its company, and the call's list. */
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

/** The row header of a call: its title with a link to its page, and its company. */
export const CallHeader = ({ id, direction, name, ...on }: CallHeaderProps) => (
  <RowHeader sub={<CalledOn {...on} />}>
    {`${direction === "buy" ? "Buy" : "Sell"} `}
    <a href={`/track-record/${id}`}>{name}</a>
  </RowHeader>
);
