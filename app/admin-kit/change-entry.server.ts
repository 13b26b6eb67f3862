import type { Differences } from "db/entities/change";
import type { ChangeEntry } from "./change-log.server";
import { publicationField } from "./fields.server";
import type { ParsedSubmission } from "./parse-submission.server";
import type { Form, ManagedRecord, Stored } from "./resource.server";

/** As in 'Marcus Adeyemi published a working copy of the news item …'. */
export const COPY_PUBLISHED = "published a working copy of";

/** The action in the log: publishing and unpublishing differ from an edit. */
export function editAction<Row extends ManagedRecord>(
  form: Form<Row>,
  differences: Differences,
  { values }: ParsedSubmission,
) {
  const publication = publicationField(form);
  if (!publication || Object.keys(differences).join() !== publication.name) return "edited";
  return values[publication.property] === "draft" ? "unpublished" : "published";
}

/**
 * The version after a save. A save without changes makes none, and rows of an update still have the old one.
 */
const versionMade = ({ version = 1 }: ManagedRecord, action: string, changed: readonly string[]): number =>
  action === "added" || changed.length === 0 ? version : version + 1;

/** What the log says about a write. */
export const changeEntry = <Row extends ManagedRecord>(
  resource: Stored<Row>,
  row: Row,
  action:
    | typeof COPY_PUBLISHED
    | "added"
    | "edited"
    | "restored"
    | "published"
    | "unpublished"
    | "deleted"
    | "archived",
  differences: Differences = {},
): ChangeEntry => {
  const fields = Object.keys(differences);
  return {
    action,
    resource: resource.path,
    recordId: row.id,
    recordTitle: resource.titleOf(row),
    recordVersion: versionMade(row, action, fields),
    detail: fields.length > 0 ? { fields } : null,
    differences,
  };
};
