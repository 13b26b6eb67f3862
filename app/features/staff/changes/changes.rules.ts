import type { ChangeOrigin } from "./changes.queries.server";

/** Where a change came from, in the words of the log. */
export const ORIGIN_LABELS: Record<ChangeOrigin, string> = {
  form: "Form",
  api: "API",
  import: "Import",
  job: "Job",
  unknown: "Not noted",
};
