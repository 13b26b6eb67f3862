import { expect, it } from "vitest";
import { saveLabel } from "~/admin-kit/save-label.rules";

const NOW = "2026-12-01T10:00";
const PUBLISHED = { isOut: false, status: "published" };

it.each([
  ["Save", { isOut: false }],
  ["Save draft", { isOut: false, status: "draft" }],
  ["Save draft", { isOut: false, status: "Draft", publishAt: "2026-12-07T09:00" }],
  ["Unpublish", { isOut: true, status: "draft" }],
  ["Save", { isOut: true, status: "published", publishAt: "2026-11-02T09:00" }],
  ["Publish now", { isOut: false, status: "Published", publishAt: "" }],
  ["Publish now", { ...PUBLISHED, publishAt: "soon" }],
  ["Publish now", { ...PUBLISHED, publishAt: "2026-11-30T09:00" }],
  ["Publish now", { ...PUBLISHED, publishAt: NOW }],
  ["Schedule for Tue 1 Dec 10:01", { ...PUBLISHED, publishAt: "2026-12-01T10:01" }],
  ["Schedule for Mon 7 Dec 09:00", { ...PUBLISHED, publishAt: "2026-12-07T09:00" }],
  ["Schedule for Thu 7 Jan 2027 09:00", { ...PUBLISHED, publishAt: "2027-01-07T09:00" }],
])("the button says %s for %o", (label, state) => {
  expect(saveLabel({ now: NOW, ...state })).toBe(label);
});
