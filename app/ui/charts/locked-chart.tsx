import { cx } from "../class-names";
import { Icon } from "../icon";
import { attempt } from "./attempt";
import { dateLabels } from "./date-labels";
import { Dates, spoken } from "./plot";
import { timeScale } from "./scales";

export type LockedChartProps = {
  /** Real dates of the axis, yyyy-mm-dd. */
  from: string;
  to: string;
  /** As high as the one-year chart it replaces. */
  tall?: boolean;
  /** "A one-year chart with the buy zone, for members. It is not shown here." */
  sentence: string;
};

/** The axis is public; the page contains no line, band or figure. */
export function LockedChart({ from, to, tall, sentence }: LockedChartProps) {
  const dates = attempt(() => dateLabels(timeScale(from, to)));
  return (
    <div
      className={cx("chart-locked", tall && "chart-locked--tall")}
      role="img"
      aria-label={spoken(sentence)}
    >
      <div className="veil">
        <span className="seal">
          <Icon name="lock" />
        </span>
      </div>
      {dates && <Dates labels={dates} />}
    </div>
  );
}
