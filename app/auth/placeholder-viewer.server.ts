import { memoize } from "~/platform/memoize";
import { NO_OWN_PARTS, type OwnParts, SLOTS, type SlotTexts } from "~/platform/page-cache/slots.server";
import { initialOf } from "~/ui/format";
import { type MemberViewer, VISITOR, type Viewer } from "./viewer-types.server";

/**
 * Readers with the same key share a cached page: one key per tier, with and without a photo, because an
 * avatar is a picture or initials.
 */
export function pageCacheKey(viewer: Viewer): string {
  if (viewer.kind !== "member") return "visitor";
  return viewer.picture ? `${viewer.tier} with photo` : viewer.tier;
}

/** The viewer that a shared page is rendered for: a member of the same audience without a name. */
export function placeholderViewer(viewer: Viewer): Viewer {
  if (viewer.kind !== "member") return VISITOR;
  const { firstname, lastname, email } = SLOTS;
  const picture = viewer.picture && SLOTS.picture;
  return { kind: "member", id: "", sessionId: "", tier: viewer.tier, firstname, lastname, email, picture };
}

/** "New" is counted in whole days up to this limit, because a page per day and tier is cached. */
const NEW_DAYS = 7;

const DAY_MS = 86_400_000;
/** A day as yyyy-mm-dd, by its number since 1970. */
const dayText = memoize(100, (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10));

/**
 * The day (yyyy-mm-dd) since when content counts as new to a reader: their previous visit.
 * @param now milliseconds
 */
export function newSince(viewer: Viewer, now: number): string {
  const earliest = now - NEW_DAYS * DAY_MS;
  const before = viewer.kind === "member" ? (viewer.visitedBefore?.getTime() ?? now - DAY_MS) : now;
  return dayText(Math.floor(Math.max(before, earliest) / DAY_MS));
}

/** The initials on an avatar; a placeholder viewer has a slot for them. */
export function viewerInitials(viewer: MemberViewer): string {
  if (viewer.firstname === SLOTS.firstname) return SLOTS.initials;
  return [viewer.firstname, viewer.lastname].map(initialOf).join("");
}

/** The request's script nonce, and its address with the query. */
type Answering = { readonly nonce: string; readonly address: string };

/** The texts for the slots of a shared page. Each is computed on demand, because most pages use few. */
class LazyReaderTexts implements SlotTexts {
  private readonly member: MemberViewer | undefined;

  constructor(
    viewer: Viewer,
    private readonly context: Answering,
    readonly own: OwnParts,
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

/** @param own the parts of the page that need a query */
export const readerTexts = (viewer: Viewer, context: Answering, own: OwnParts = NO_OWN_PARTS): SlotTexts =>
  new LazyReaderTexts(viewer, context, own);
