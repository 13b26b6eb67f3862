import type { Outcome } from "./outcome";

/** The result of one scenario. */
export type Report = { scenario: string; outcomes: readonly Outcome[] };

/** For the terminal: a line for each promise, and the number of kept ones. */
export function asText(reports: readonly Report[]): string {
  const outcomes = reports.flatMap((report) => report.outcomes);
  const width = Math.max(...outcomes.map(({ promise }) => promise.length));
  const lines = outcomes.map(
    ({ promise, figure, verdict }) => `${verdict.padEnd(12)}  ${promise.padEnd(width)}  ${figure}`,
  );
  const kept = outcomes.filter(({ verdict }) => verdict === "kept").length;
  return [...lines, "", `${kept} of ${outcomes.length} promises kept`].join("\n");
}

/** Rows of docs/promises.md. */
export function asMarkdown(reports: readonly Report[], day: string): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
  return reports
    .flatMap(({ scenario, outcomes }) =>
      outcomes.map(({ promise, figure, verdict }) => {
        const found = verdict === "kept" ? figure : `**${verdict}**: ${figure}`;
        return `| ${cell(promise)} | ${cell(found)} | \`npm run endurance -- ${scenario}\` | ${day} |`;
      }),
    )
    .join("\n");
}

/** @returns 1 if a promise is broken. An unmeasured one is not broken. */
export const exitCode = (reports: readonly Report[]): 0 | 1 =>
  reports.some(({ outcomes }) => outcomes.some(({ verdict }) => verdict === "broken")) ? 1 : 0;
