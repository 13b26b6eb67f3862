import { VISITOR, type Viewer } from "~/auth/viewer-types.server";
import type { PreviewReader } from "./preview.rules";

/** The reader in whose place one looks: of their tier, and without anything of their own. */
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
