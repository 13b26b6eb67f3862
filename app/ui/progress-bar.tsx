import "./progress-bar.css";

type ProgressBarProps = { label: string; value: number; max: number };

/** How much of a long task is done. */
export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <progress className="progress" max={Math.max(1, max)} value={value} aria-label={label} />
);
