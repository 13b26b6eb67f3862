import { VISITOR, type Viewer } from "~/auth/viewer-types.server";
import type { PreviewReader } from "./preview.rules";

/** Sample readers for previews: one per tier, without personal data. */
export const PREVIEW_VIEWERS: Record<PreviewReader, Viewer> = {
  visitor: VISITOR,
  basic: sampleMember("Basic"),
  premium: sampleMember("Premium"),
  private: sampleMember("Private"),
};

function sampleMember(tier: "Basic" | "Premium" | "Private"): Viewer {
  const nobody = { id: "", sessionId: "", email: "" };
  return { kind: "member", ...nobody, firstname: tier, lastname: "member", tier };
}
