import { type Access, type Audience, accessTo, canReadInFull, type LockedKind } from "~/access/access.server";
import { choice } from "~/admin-kit/fields.server";
import type { Visible } from "~/admin-kit/resource.server";
import type { Viewer } from "~/auth/viewer.server";

/** The audience of a record. */
export const audienceField = () =>
  choice("audience", {
    label: "Audience",
    half: true,
    description: "Who can read the locked parts: all paying members, or Private members only.",
    example: "members",
    initial: "members",
    options: [
      { value: "members", label: "Premium and Private members" },
      { value: "private", label: "Private members only" },
    ],
  });

/** The paywall of a kind of record: what it covers, and for whom. */
export const paywallFor = (kind: LockedKind) => ({
  /** Whether this viewer may read the whole record. */
  isOpen: (viewer: Viewer, { audience }: { audience: Audience }) =>
    canReadInFull(accessTo(kind, viewer), audience),
  /**
   * What this viewer may see: the open properties of every row, and all properties of the rows they may read.
   */
  visible<Row extends { id: string; audience: Audience }>(
    viewer: Viewer,
    { where, open, all }: Pick<Visible<Row>, "where"> & Record<"open" | "all", Visible<Row>["select"]>,
  ): Visible<Row> {
    const access: Access = accessTo(kind, viewer);
    if (access === "full") return { where, select: all };
    if (access === "locked") return { where, select: open };
    return {
      where,
      select: open,
      more: { where: { audience: "members" } as unknown as Visible<Row>["where"], select: all },
    };
  },
});
