import { mayPublish } from "~/admin-kit/publication-guard.server";
import { reviewPath } from "~/admin-kit/review/review-path";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { MANAGED } from "~/features/registry.server";
import { mentionsOf, readyForReview } from "~/features/reviews/reviewers.queries.server";

type ReviewItem = {
  count: number;
  tone: "warn";
  word: string;
  text: string;
  action: { label: string; to: string };
};

/** What waits for this person in reviews: mentions without an answer, and records that they may approve. */
export async function reviewItems(viewer: StaffViewer): Promise<ReviewItem[]> {
  const kinds = MANAGED.filter(({ resource }) => can(viewer, resource.roles.write.permission));
  const [waiting, mentions] = await Promise.all([readyForReview(), mentionsOf(viewer)]);
  const named = mentions.filter(({ kind }) => kinds.some(({ path }) => path === kind));
  const [newest] = named;
  const mention: ReviewItem[] = newest
    ? [
        {
          count: named.length,
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
        text: count === 1 ? `${singular} is ready for review` : `${singular}s are ready for review`,
        action: { label: `See ${singular}s to review`, to: `/admin/${path}?status=ready` },
      };
    });
  return [...mention, ...ready];
}
