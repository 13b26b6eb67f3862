import { z } from "zod/mini";
import { isStorable } from "~/admin-kit/field-schema";
import type { BadgeTone } from "~/ui/badge";
import type { Batch, BatchKind, BatchState } from "./batches.queries.server";

export const BATCHES_PATH = "/admin/manage-users/batches";
export const batchPath = (id: string) => `${BATCHES_PATH}/${id}`;

/** In the change log. */
export const BATCHES_KIND = "member-batches";

export type { BatchKind, BatchState };

/** The buttons of a selection, in their order. */
export const BATCH_WORDS: Record<BatchKind, { label: string; done: string }> = {
  "add-label": { label: "Add label", done: "labelled" },
  "remove-label": { label: "Remove label", done: "without the label now" },
  mail: { label: "Send email", done: "put in the sending queue" },
  "end-access": { label: "End access", done: "on Basic now" },
  export: { label: "Export", done: "exported" },
};
export const ALL_KINDS = Object.keys(BATCH_WORDS) as BatchKind[];

/** What a batch does: "Add the label “VIP”". */
export const batchTitle = ({
  kind,
  labelName,
  subject,
}: Pick<Batch, "kind" | "labelName" | "subject">): string => {
  if (kind === "mail") return `Send “${subject}”`;
  if (kind === "end-access" || kind === "export") return BATCH_WORDS[kind].label;
  return `${kind === "add-label" ? "Add" : "Remove"} the label “${labelName ?? "deleted"}”`;
};

export const isBatchKind = (name: unknown): name is BatchKind => ALL_KINDS.some((each) => each === name);

export const BATCH_BADGES: Record<BatchState, { text: string; tone: BadgeTone }> = {
  listing: { text: "Listing members", tone: "draft" },
  asking: { text: "Waiting for you", tone: "warn" },
  running: { text: "Running", tone: "warn" },
  done: { text: "Done", tone: "good" },
  cancelled: { text: "Cancelled", tone: "plain" },
};

/** Of an export, which nobody confirms. */
export const READY = { text: "Ready", tone: "good" } as const;

const line = (label: string, most: number) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(most, `${label} may have at most ${most.toLocaleString("en")} characters`),
      z.refine(isStorable, `${label} contains characters that are not allowed`),
    );

/** The email of a batch. */
export const messageSchema = z.object({
  subject: line("Subject", 150).check(z.refine((text) => !/[\r\n\t]/.test(text), "Subject must be one line")),
  body: line("Text", 10_000),
});
