import type { ChangeOrigin } from "./changes.queries.server";

/** The labels of a change's origins. */
export const ORIGIN_LABELS: Record<ChangeOrigin, string> = {
  form: "Form",
  api: "API",
  import: "Import",
  job: "Job",
  unknown: "Unknown",
};
