import { randomBytes } from "node:crypto";

/**
 * Random tokens mark the places in a cached page that are filled in when it is sent. Nobody can guess them.
 */
const slotToken = (name: string) => `ob${name}${randomBytes(9).toString("hex")}`;

/** The parts of a page that differ between readers. */
export const SLOTS = {
  nonce: slotToken("nonce"),
  firstname: slotToken("firstname"),
  lastname: slotToken("lastname"),
  initials: slotToken("initials"),
  email: slotToken("email"),
  picture: slotToken("picture"),
  /** The page's address, with its query. */
  address: slotToken("address"),
} as const;

export type Slot = keyof typeof SLOTS;

/**
 * The parts of one reader that need a query.
 * @property marks the reader's marks on this page, by key
 * @property bell a member's bell, as HTML
 * @property watched a member's watchlist on the front page, as HTML
 */
export type OwnParts = {
  readonly marks: ReadonlySet<string>;
  readonly bell: Buffer;
  readonly watched: Buffer;
};

/** Of a reader without any, and of a page that shows none. */
export const NO_OWN_PARTS: OwnParts = { marks: new Set(), bell: Buffer.alloc(0), watched: Buffer.alloc(0) };

/** The place of a member's bell; pages of visitors have the one of the frame. */
export const MEMBER_BELL = slotToken("memberbell");
/** The place of a member's watchlist on the front page. */
export const WATCHED = slotToken("watched");

/** What one reader's slots are filled with. */
export type SlotTexts = Readonly<Record<Slot, string>> & { readonly own: OwnParts };

/** The slots themselves, of a reader without marks. */
export const SAMPLE_TEXTS: SlotTexts = { ...SLOTS, own: NO_OWN_PARTS };

/**
 * Begins the place of a word about one of the reader's marks, such as a watched company. A `MarkWord` and the
 * mark's key in hexadecimal digits follow; features/marks/mark.rules.ts writes it.
 */
export const MARK_TOKEN = slotToken("mark");
const MARK = new RegExp(`^${MARK_TOKEN}([pn])((?:[0-9a-f]{2})+)z$`);

/** "p" is the value of `aria-pressed`, "n" the name of the button: what pressing it does. */
const MARK_WORDS = {
  p: { on: Buffer.from("true"), off: Buffer.from("false") },
  n: { on: Buffer.from("remove"), off: Buffer.from("add") },
} as const;
export type MarkWord = keyof typeof MARK_WORDS;

/**
 * The parts that all pages share and that change more often than the pages. The right column has one slot for
 * each layout, because its visible sections are known only when the page is sent.
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

/** The HTML for the frame's slots. The same object while it is unchanged. */
export type FrameHtml = Readonly<Record<FrameSlot, Buffer>>;

/** A part of a cached page: shared bytes, or a slot. */
export type TemplatePart = Segment | { frame: FrameSlot };
/** A part of a page in its frame: shared bytes, or a reader's slot. */
export type Segment =
  | Buffer
  | { slot: Slot }
  | { mark: string; word: MarkWord }
  | { own: "bell" | "watched" };

const PART_BY_TOKEN = new Map<string, { slot: Slot } | { frame: FrameSlot }>([
  ...Object.entries(SLOTS).map(([slot, token]) => [token, { slot: slot as Slot }] as const),
  ...Object.entries(FRAME_SLOTS).map(([frame, token]) => [token, { frame: frame as FrameSlot }] as const),
]);

/** Splits a text at its slots and keeps the slots. */
const TOKENS = new RegExp(
  `(${[...PART_BY_TOKEN.keys()].join("|")}|${MEMBER_BELL}|${WATCHED}|${MARK_TOKEN}[pn][0-9a-f]+z)`,
);

/** Splits a rendered page into its parts. */
export const splitTemplate = (text: string): TemplatePart[] =>
  text
    .split(TOKENS)
    .filter((part) => part !== "")
    .map((part) => PART_BY_TOKEN.get(part) ?? ownPart(part) ?? Buffer.from(part));

function ownPart(text: string): Segment | undefined {
  if (text === MEMBER_BELL) return { own: "bell" };
  if (text === WATCHED) return { own: "watched" };
  if (!text.startsWith(MARK_TOKEN)) return undefined;
  const [, word, digits] = MARK.exec(text) ?? [];
  return word && digits ? { mark: Buffer.from(digits, "hex").toString(), word: word as MarkWord } : undefined;
}

/** What a page shows of one reader: the keys of marks, the bell, and the watchlist. */
export const ownNeeds = (template: readonly TemplatePart[]) => ({
  marks: [...new Set(template.flatMap((part) => ("mark" in part ? [part.mark] : [])))],
  hasBell: template.some((part) => "own" in part && part.own === "bell"),
  hasWatched: template.some((part) => "own" in part && part.own === "watched"),
});

/** Inserts the frame. No bytes are copied, because many pages share a frame. */
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

/**
 * One reader's bytes. Shared bytes were encoded when the page was cached, because encoding is the main cost.
 */
export function fillSlots(segments: readonly Segment[], texts: SlotTexts): Buffer {
  const [only] = segments;
  if (segments.length === 1 && Buffer.isBuffer(only)) return only;
  return Buffer.concat(
    segments.map((part) => {
      if ("slot" in part) return Buffer.from(escapeHtml(texts[part.slot]));
      if ("own" in part) return texts.own[part.own];
      return "mark" in part ? MARK_WORDS[part.word][texts.own.marks.has(part.mark) ? "on" : "off"] : part;
    }),
  );
}
