import { randomBytes } from "node:crypto";

/** Random tokens stand where a kept page is filled in when it is sent; nobody can type them. */
const slotToken = (name: string) => `ob${name}${randomBytes(9).toString("hex")}`;

/** Where a page differs from reader to reader. */
export const SLOTS = {
  nonce: slotToken("nonce"),
  firstname: slotToken("firstname"),
  lastname: slotToken("lastname"),
  initials: slotToken("initials"),
  email: slotToken("email"),
  picture: slotToken("picture"),
  /** Where the page stands, with its query. */
  address: slotToken("address"),
} as const;

export type Slot = keyof typeof SLOTS;

/** What fills the slots for one reader, as text. */
export type SlotTexts = Readonly<Record<Slot, string>>;

/**
 * Where the parts stand that all pages share, which change while the pages do not. The right column has one for each room that
 * a page leaves it, since which of its sections have something to say is known only when the page is sent.
 */
export const FRAME_SLOTS = {
  strip: slotToken("strip"),
  settled: slotToken("settled"),
  column1: slotToken("column1"),
  column2: slotToken("column2"),
  column3: slotToken("column3"),
  columnWhole: slotToken("columnwhole"),
  columnBetweenAds: slotToken("columnbetweenads"),
  columnAtMarkets: slotToken("columnatmarkets"),
  bell: slotToken("bell"),
  record: slotToken("record"),
  footer: slotToken("footer"),
} as const;

export type FrameSlot = keyof typeof FRAME_SLOTS;

/** What fills them, as HTML. The same object as long as it is the same. */
export type FrameHtml = Readonly<Record<FrameSlot, Buffer>>;

/** What a page is made of: bytes that everybody gets, and what is filled in. */
export type TemplatePart = Segment | { frame: FrameSlot };
/** A page in its frame: bytes that everybody gets, and what is one reader's. */
export type Segment = Buffer | { slot: Slot };

const PART_BY_TOKEN = new Map<string, { slot: Slot } | { frame: FrameSlot }>([
  ...Object.entries(SLOTS).map(([slot, token]) => [token, { slot: slot as Slot }] as const),
  ...Object.entries(FRAME_SLOTS).map(([frame, token]) => [token, { frame: frame as FrameSlot }] as const),
]);

/** Splits a text at its slots and keeps them among the pieces. */
const TOKENS = new RegExp(`(${[...PART_BY_TOKEN.keys()].join("|")})`);

/** Takes a page that was drawn for many apart. */
export const templateOf = (text: string): TemplatePart[] =>
  text
    .split(TOKENS)
    .filter((part) => part !== "")
    .map((part) => PART_BY_TOKEN.get(part) ?? Buffer.from(part));

/** Puts a page into its frame. The bytes of both stay where they are: there are many pages in the same frame. */
export const withFrame = (template: readonly TemplatePart[], frame: FrameHtml): Segment[] =>
  template.map((part) => ("frame" in part ? frame[part.frame] : part));

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** One reader's bytes. The others were encoded when the page was kept: doing that for each reader would cost most of all. */
export function fillSlots(segments: readonly Segment[], texts: SlotTexts): Buffer {
  const [only] = segments;
  if (segments.length === 1 && Buffer.isBuffer(only)) return only;
  return Buffer.concat(
    segments.map((part) => ("slot" in part ? Buffer.from(escapeHtml(texts[part.slot])) : part)),
  );
}

/** A page that was drawn for one reader, in its frame. */
export const fillFrame = (html: string, frame: FrameHtml): Buffer =>
  fillSlots(withFrame(templateOf(html), frame), SLOTS);

/** A page that was drawn for many and is sent to one reader after all, since a part of it broke. */
export const personalPage = (html: string, texts: SlotTexts, frame: FrameHtml): Buffer =>
  fillSlots(withFrame(templateOf(html), frame), texts);
