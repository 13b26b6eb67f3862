import { z } from "zod/mini";
import { namingSchema } from "../labels/labels.rules";

export const SEGMENTS_PATH = "/admin/manage-users/segments";
export const segmentPath = (id: string) => `${SEGMENTS_PATH}/${id}`;

/** In the change log. */
export const SEGMENTS_KIND = "segments";

export const MAX_SEGMENTS = 500;

/** The filters of a segment, in the order of its form. Their values are those of the members' list. */
export const SEGMENT_FIELDS = ["tier", "term", "status", "source", "seen", "newsletter", "label"] as const;

const chosen = () => z._default(z.string(), "");

/** The form of a segment. `label` is typed by name. */
export const segmentSchema = z.object({
  name: namingSchema("Name", 60),
  tier: chosen(),
  term: chosen(),
  status: chosen(),
  source: chosen(),
  seen: chosen(),
  newsletter: chosen(),
  label: chosen(),
});
