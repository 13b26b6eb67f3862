import { expect, it } from "vitest";
import { saveLabel } from "~/admin-kit/save-label.rules";

it.each([
  ["Save", { isOut: false }],
  ["Save draft", { isOut: false, status: "draft" }],
  ["Save draft", { isOut: false, status: "Draft", publishAt: "2026-12-07T09:00" }],
  ["Unpublish", { isOut: true, status: "draft" }],
  ["Save", { isOut: true, status: "published", publishAt: "2026-11-02T09:00" }],
  ["Publish now", { isOut: false, status: "Published", publishAt: "" }],
  ["Publish now", { isOut: false, status: "published", publishAt: "soon" }],
  ["Schedule for Mon 7 Dec 09:00", { isOut: false, status: "published", publishAt: "2026-12-07T09:00" }],
])("the button says %s for %o", (label, state) => {
  expect(saveLabel(state)).toBe(label);
});
