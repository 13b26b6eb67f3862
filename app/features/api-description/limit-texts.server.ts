import type { Operation } from "~/admin-kit/api-operations.server";
import { type LimitName, RATE_LIMITS } from "~/web/rate-limits.server";
import { DEPRECATIONS, deprecationSentence } from "./changelog";

const PERIODS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;

const subject = (name: LimitName): string =>
  name.endsWith("-network")
    ? "per network"
    : name.endsWith("-address")
      ? "per email address"
      : name.endsWith("-key")
        ? "per API key"
        : "per person";

function period(seconds: number): string {
  const [length, unit] = PERIODS.find(([each]) => seconds % each === 0) ?? [1, "second"];
  const count = seconds / length;
  return count === 1 ? `an ${unit}`.replace(/^an (?=[dm])/, "a ") : `${count} ${unit}s`;
}

/** The limits of an operation: At most 60 attempts in 15 minutes per network. */
export const limitSentences = ({ limits = [] }: Pick<Operation, "limits">): string[] =>
  limits.map((name) => {
    const { points, duration } = RATE_LIMITS[name];
    return `At most ${points} attempts in ${period(duration)} ${subject(name)}.`;
  });

/** The description of an operation, with what ends and with its limits. */
export const describeWithLimits = (operation: Operation, deprecations = DEPRECATIONS): string | undefined => {
  const ending = (deprecations[operation.operationId] ?? []).map(deprecationSentence);
  return (
    [...ending, operation.description, ...limitSentences(operation)].filter(Boolean).join(" ") || undefined
  );
};

/** The same for programs. Window in seconds. */
export const listPolicies = ({ limits = [] }: Operation) =>
  limits.map((name) => ({ name, quota: RATE_LIMITS[name].points, window: RATE_LIMITS[name].duration }));
