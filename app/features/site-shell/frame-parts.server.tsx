import { renderToString } from "react-dom/server";
import { NO_SUMS, trackRecordSums } from "~/features/calls/track-record/headline-figures.queries.server";
import { TrackRecordFoot } from "~/features/calls/track-record/record-foot";
import { lastSettledCalls } from "~/features/calls/track-record/settled-cards.queries.server";
import { LastSettledSection } from "~/features/calls/track-record/settled-list";
import { NextResultsSection } from "~/features/companies/next-results";
import { nextResults } from "~/features/companies/next-results.queries.server";
import { MarketStrip } from "~/features/markets/market-strip";
import {
  leadingMovers,
  type MoverRow,
  marketStrip,
  type TapeQuote,
} from "~/features/markets/markets.queries.server";
import { firstOfEach } from "~/features/markets/movers.rules";
import { rangeLabel, staleLabel } from "~/features/markets/quotes.rules";
import { MostReadSection } from "~/features/page-views/most-read";
import { mostRead } from "~/features/page-views/most-read.queries.server";
import { config } from "~/platform/config.server";
import { contentChanges } from "~/platform/page-cache/content-changes.server";
import type { FrameHtml } from "~/platform/page-cache/slots.server";
import type { SharedPanel } from "~/platform/shared-panel.server";
import { type SiteSettings, siteSettings } from "~/platform/site-settings/site-settings.server";
import { LogoPicture } from "~/ui/logo";
import type { NavEntry } from "~/ui/navigation";
import { sharedPanelOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { drawPart } from "./draw-part.server";
import { FooterColumns } from "./footer";
import { MoversSection } from "./movers-section";
import { notifications } from "./notifications.queries.server";
import { footerEntries } from "./site-footer";
import { Bell } from "./top-bar";

/** Movers of each kind in the right column. */
const MOVERS_EACH = 3;

/** One part of the frame, rendered once per read instead of once per page. */
class FramePart<Value extends object> {
  private readonly drawn = new WeakMap<Value, Buffer>();

  constructor(
    /** The part's name, which is also the prefix of its ids. */
    private readonly name: (typeof PARTS)[number],
    private readonly part: SharedPanel<Value>,
    /** The log message for a part that is late or broken. */
    private readonly failed: string,
    private readonly empty: Value,
    private readonly draw: (value: Value) => React.ReactNode,
  ) {}

  /** The rendered part, if it is in memory. */
  current(): Buffer | undefined {
    const current = this.part.current();
    return current && this.html(current.value);
  }

  /** The newest part, else the previous one, else an empty one. A page without the newest part is marked. */
  async latest(args: Pick<RequestArgs, "context">): Promise<Buffer> {
    return this.html(await sharedPanelOr(args, this.failed, this.part, this.empty));
  }

  private html(value: Value): Buffer {
    const known = this.drawn.get(value);
    if (known) return known;
    const html = drawPart(this.name, this.draw(value));
    this.drawn.set(value, html);
    return html;
  }
}

const STRIP = new FramePart("strip", marketStrip, "market strip not read", [], drawStrip);
const MOVERS = new FramePart("movers", leadingMovers, "movers not read", [], drawMovers);
const SETTLED = new FramePart("settled", lastSettledCalls, "settled calls not read", [], (calls) => (
  <LastSettledSection calls={calls} />
));
const READ = new FramePart("read", mostRead, "most read not read", [], (items) => (
  <MostReadSection items={items} />
));
const RESULTS = new FramePart("results", nextResults, "next results not read", [], (companies) => (
  <NextResultsSection companies={companies} />
));
const BELL = new FramePart("bell", notifications, "The bell stays empty", [], (items: NavEntry[]) => (
  <Bell notifications={items} />
));
const RECORD = new FramePart("record", trackRecordSums, "record not read", NO_SUMS, TrackRecordFoot);

function drawStrip(quotes: TapeQuote[]) {
  const { siteTz } = config();
  const now = new Date();
  const dated = quotes.map((quote) => ({
    ...quote,
    unit: quote,
    range: rangeLabel(quote.asOf, now, siteTz),
    stale: staleLabel(quote.asOf, now),
  }));
  // The common time is that of the oldest item. Stale items show their own.
  const fresh = dated.filter(({ stale }) => !stale);
  const [oldest] = (fresh.length > 0 ? fresh : dated)
    .map(({ asOf }) => new Date(asOf))
    .sort((a, b) => Number(a) - Number(b));
  return oldest && <MarketStrip quotes={dated} asOf={oldest} zone={siteTz} />;
}

function drawMovers(movers: MoverRow[]) {
  return <MoversSection movers={firstOfEach(movers, MOVERS_EACH)} zone={config().siteTz} />;
}

const SECTIONS = ["settled", "read", "results", "movers"] as const;
const PARTS = ["strip", ...SECTIONS, "bell", "record"] as const;

type Sections = Readonly<Record<(typeof SECTIONS)[number], Buffer>>;
type Parts = Readonly<Record<(typeof PARTS)[number], Buffer>>;

let footer: { of: SiteSettings; html: Buffer } | undefined;

/** The part above the disclaimer in every footer, until the owner changes its content. */
function footerHtml(): Buffer {
  const settings = siteSettings();
  if (footer?.of !== settings) {
    const { columns, social, slogan } = footerEntries(settings.links);
    const drawn = (
      <LogoPicture.Provider value={settings.logo}>
        <FooterColumns siteName={config().siteName} columns={columns} social={social} slogan={slogan} />
      </LogoPicture.Provider>
    );
    footer = { of: settings, html: Buffer.from(renderToString(drawn)) };
  }
  return footer.html;
}

let framed: { parts: Parts; frame: FrameHtml } | undefined;

/** Returns the same object while nothing changes: the compressed pages are cached by it. */
function assembleFrame(parts: Parts): FrameHtml {
  const footer = footerHtml();
  const isSame =
    framed?.frame.footer === footer && PARTS.every((part) => framed?.parts[part].equals(parts[part]));
  if (framed && isSame) return framed.frame;
  const { strip, settled, bell, record } = parts;
  framed = { parts, frame: { strip, settled, bell, record, footer, ...rightColumns(parts) } };
  return framed.frame;
}

/**
 * The sections of the right column, as many as the page has room for. An empty section leaves its place to
 * the next. Between two ads the next results come last, or the column would exceed the front page. The
 * markets page shows all movers itself.
 */
export function rightColumns({ settled, read, results, movers }: Sections) {
  const sections = [settled, read, results, movers];
  return {
    column1: joinFirst(1, sections),
    column2: joinFirst(2, sections),
    column3: joinFirst(3, sections),
    columnWhole: joinFirst(4, sections),
    columnBetweenAds: joinFirst(3, [settled, read, movers, results]),
    columnAtMarkets: joinFirst(1, [settled, read, results]),
  };
}

const joinFirst = (most: number, sections: readonly Buffer[]) =>
  Buffer.concat(sections.filter(({ length }) => length > 0).slice(0, most));

let lately: { at: number; version: number; frame: FrameHtml } | undefined;

/**
 * The parts that all pages share, if all are in memory and unchanged since they were read. Each response
 * needs it, so it is looked up once per millisecond.
 */
export function currentFrame(): FrameHtml | undefined {
  const at = Date.now();
  const { version } = contentChanges();
  if (lately?.at === at && lately.version === version) return lately.frame;
  const frame = findFrame();
  lately = frame && { at, version, frame };
  return frame;
}

function findFrame(): FrameHtml | undefined {
  const [strip, movers, bell] = [STRIP.current(), MOVERS.current(), BELL.current()];
  const [settled, record] = [SETTLED.current(), RECORD.current()];
  const [read, results] = [READ.current(), RESULTS.current()];
  if (!strip || !settled || !read || !results || !movers || !bell || !record) return undefined;
  return assembleFrame({ strip, settled, read, results, movers, bell, record });
}

/**
 * The shared parts, read where necessary. A part that cannot be read is the previous one or left out, and
 * logged.
 */
export async function latestFrame(args: Pick<RequestArgs, "context">): Promise<FrameHtml> {
  const [strip, settled, read, results, movers, bell, record] = await Promise.all([
    STRIP.latest(args),
    SETTLED.latest(args),
    READ.latest(args),
    RESULTS.latest(args),
    MOVERS.latest(args),
    BELL.latest(args),
    RECORD.latest(args),
  ]);
  return assembleFrame({ strip, settled, read, results, movers, bell, record });
}
