import { z } from "zod";
import type { Constraint } from "~/admin-kit/constraints.server";
import { type CommonOptions, type Field, optionalText } from "~/admin-kit/fields.server";
import type { Writer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { profileNames } from "./authors/author-profile.queries.server";

/** The author's holdings in the instrument of a brief, a pick or an alert, in the author's own words. */
export const disclosureField = (): Field => ({
  ...optionalText("disclosure", {
    label: "Disclosure",
    maxLength: 500,
    input: "textarea",
    rows: 2,
    hint: "The author’s holdings, for example “I hold no shares in this company”. If empty, readers see “Holdings not stated”.",
    description: "The author’s holdings. Null if not stated: readers see “Holdings not stated”.",
    example: "I hold no shares in this company.",
  }),
  notCopied: true,
});

/** The author of an article or a brief. */
export const bylineField = (options: { example: string }): Field => ({
  ...optionalText("author", {
    label: "Author",
    half: true,
    maxLength: 100,
    hint: "Shown as Admin when empty.",
    description: "The author, or Admin if nobody is named.",
    inJson: { schema: z.string(), serialize: (author) => author ?? "Admin" },
    ...options,
  }),
  suggest: profileNames,
});

/** The author of a pick or an alert. The default is the user who adds it. */
export const callAuthorField = (options: Pick<CommonOptions, "more"> = {}): Field => ({
  ...optionalText("author", {
    label: "Author",
    half: true,
    maxLength: 100,
    hint: "If empty, a new record is signed with your name.",
    description: "Who made the call; null if nobody is named.",
    example: "Ben Okafor",
    ...options,
  }),
  suggest: profileNames,
});

/** Sets the author of a new call to the user who adds it, unless the request names one. A key is nobody. */
export const signNewCall = (
  { author }: Readonly<Record<string, unknown>>,
  before: unknown,
  staff: Writer,
): Record<string, unknown> =>
  before || author || staff.kind === "key" ? {} : { author: staff.fullname.slice(0, 100) };

/** If the operator requires disclosures, a record needs one to be published. Drafts do not. */
export const DISCLOSURE_REQUIRED: Constraint = {
  field: "disclosure",
  isViolated: ({ disclosure, status }) =>
    config().disclosureRequired && status !== "draft" && (disclosure ?? null) === null,
  message: "Disclosure is required",
};
