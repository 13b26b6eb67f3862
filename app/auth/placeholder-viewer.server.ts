import { SLOTS, type SlotTexts } from "~/platform/page-cache/slots.server";
import { remembered } from "~/platform/remembered";
import { initialOf } from "~/ui/format";
import { type MemberViewer, VISITOR, type Viewer } from "./viewer-types.server";

/**
 * Whose page one reader may share: a tier's, apart for those with a photo and those without, as one is drawn as a
 * picture and the other as letters.
 */
export function audienceOf(viewer: Viewer): string {
  if (viewer.kind !== "member") return "visitor";
  return viewer.picture ? `${viewer.tier} with photo` : viewer.tier;
}

/** Who a shared page is rendered for: a member of the same audience without a name. */
export function placeholderViewer(viewer: Viewer): Viewer {
  if (viewer.kind !== "member") return VISITOR;
  const { firstname, lastname, email } = SLOTS;
  const picture = viewer.picture && SLOTS.picture;
  return { kind: "member", id: "", sessionId: "", tier: viewer.tier, firstname, lastname, email, picture };
}

/** What is new is counted by days, and for so many at most: a page of a tier is kept for each. */
const NEW_DAYS = 7;

const DAY_MS = 86_400_000;
/** A day as yyyy-mm-dd, by its number since 1970. */
const dayText = remembered(100, (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10));

/** Since which day (yyyy-mm-dd) a reader finds things new: that of the visit before this one. @param now milliseconds */
export function newSince(viewer: Viewer, now: number): string {
  const earliest = now - NEW_DAYS * DAY_MS;
  const before = viewer.kind === "member" ? (viewer.visitedBefore?.getTime() ?? now - DAY_MS) : now;
  return dayText(Math.floor(Math.max(before, earliest) / DAY_MS));
}

/** The two letters of an avatar; a placeholder's are a slot of their own. */
export function viewerInitials(viewer: MemberViewer): string {
  if (viewer.firstname === SLOTS.firstname) return SLOTS.initials;
  return [viewer.firstname, viewer.lastname].map(initialOf).join("");
}

/** Of the request: the nonce that the page's scripts bear, and what was asked for, with its query. */
type Answering = { readonly nonce: string; readonly address: string };

/** What fills the slots of a shared page for one reader, each made when it is asked for: most pages have few of them. */
class ReaderTexts implements SlotTexts {
  private readonly member: MemberViewer | undefined;

  constructor(
    viewer: Viewer,
    private readonly context: Answering,
  ) {
    this.member = viewer.kind === "member" ? viewer : undefined;
  }

  get nonce(): string {
    return this.context.nonce;
  }

  get address(): string {
    return this.context.address;
  }

  get initials(): string {
    return this.member ? viewerInitials(this.member) : "";
  }

  get firstname(): string {
    return this.member?.firstname ?? "";
  }

  get lastname(): string {
    return this.member?.lastname ?? "";
  }

  get email(): string {
    return this.member?.email ?? "";
  }

  get picture(): string {
    return this.member?.picture ?? "";
  }
}

export const slotTextsOf = (viewer: Viewer, context: Answering): SlotTexts =>
  new ReaderTexts(viewer, context);
