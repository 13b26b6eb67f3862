import { DASH, formatVolume } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";

type DayPrice = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  volume: string | null;
  /** The source of the price, if the table shows it. */
  source?: string;
};

export type DayPricesTableProps = { label: string; prices: readonly DayPrice[] };

/** Prices by day, as traded. */
export function DayPricesTable({ label, prices }: DayPricesTableProps) {
  const hasSources = prices.some(({ source }) => source !== undefined);
  return (
    <Table label={label} cards>
      <thead>
        <tr>
          <HeaderCell>Day</HeaderCell>
          {["Close", "High", "Low", "Volume"].map((name) => (
            <HeaderCell key={name} numeric>
              {name}
            </HeaderCell>
          ))}
          {hasSources && <HeaderCell>Source</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {prices.map(({ day, close, high, low, volume, source }) => (
          <tr key={day}>
            <RowHeader>{day}</RowHeader>
            <Cell numeric label="Close">
              {priceText(close)}
            </Cell>
            <Cell numeric label="High">
              {priceText(high)}
            </Cell>
            <Cell numeric label="Low">
              {priceText(low)}
            </Cell>
            <Cell numeric label="Volume">
              {volume ? formatVolume(volume) : DASH}
            </Cell>
            {hasSources && <Cell label="Source">{source}</Cell>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const priceText = (price: string | null) => exactPrice(price);
