import { mayPublish } from "~/admin-kit/publication-guard.server";
import { reviewPath } from "~/admin-kit/review/review-path";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { MANAGED } from "~/features/registry.server";
import { MOST_MENTIONS, mentionsOf, readyForReview } from "~/features/reviews/reviewers.queries.server";
import { failedCopies } from "~/features/scheduling/failed-copies.queries.server";

type ReviewItem = {
  count: number;
  /** There may be more: they were read no further. */
  capped?: boolean;
  tone: "warn" | "bad";
  word: string;
  text: string;
  action: { label: string; to: string };
};

/** What waits for this person: mentions without an answer, records that they may approve, and working copies that were not published as planned. */
export async function reviewItems(viewer: StaffViewer): Promise<ReviewItem[]> {
  const kinds = MANAGED.filter(({ resource }) => can(viewer, resource.roles.write.permission));
  const [waiting, mentions, failed] = await Promise.all([
    readyForReview(viewer),
    mentionsOf(viewer),
    failedCopies(),
  ]);
  const named = mentions.filter(({ kind }) => kinds.some(({ path }) => path === kind));
  const [newest] = named;
  const mention: ReviewItem[] = newest
    ? [
        {
          count: named.length,
          capped: mentions.length >= MOST_MENTIONS,
          tone: "warn",
          word: "Mention",
          text: named.length === 1 ? "comment mentions you" : "comments mention you",
          action: { label: "Open the newest", to: reviewPath(newest.kind, newest.recordId) },
        },
      ]
    : [];
  const ready = kinds
    .filter(({ resource }) => mayPublish(viewer, resource))
    .map(({ path, resource }): ReviewItem => {
      const count = waiting.find(({ kind }) => kind === path)?.count ?? 0;
      const { singular } = resource;
      return {
        count,
        tone: "warn",
        word: "Review",
        text: count === 1 ? `${singular} is ready for your review` : `${singular}s are ready for your review`,
        action: { label: `See ${singular}s to review`, to: `/admin/${path}?status=ready` },
      };
    });
  const unpublished = kinds.map(({ path, resource: { singular } }): ReviewItem => {
    const count = failed.find(({ kind }) => kind === path)?.count ?? 0;
    return {
      count,
      tone: "bad",
      word: "Copy",
      text: `working ${count === 1 ? "copy" : "copies"} of ${singular}s not published as planned`,
      action: { label: `See these ${singular}s`, to: `/admin/${path}?copy=failed` },
    };
  });
  return [...unpublished, ...mention, ...ready];
}
