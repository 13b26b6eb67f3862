import { cx } from "../class-names";
import { Icon } from "../icon";
import { attempt } from "./attempt";
import { dateLabels } from "./date-labels";
import { Dates, spoken } from "./plot";
import { timeScale } from "./scales";

export type LockedChartProps = {
  /** The axis has its real dates, yyyy-mm-dd. */
  from: string;
  to: string;
  /** As high as the year that it stands for. */
  tall?: boolean;
  /** "A one-year chart with the buy zone, for members. Nothing of it is drawn here." */
  sentence: string;
};

/** The axis is public, the argument is not: no line, no band, no figure, and nothing of them in the page. */
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
