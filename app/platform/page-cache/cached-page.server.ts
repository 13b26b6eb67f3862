import { PageBody } from "./page-body.server";
import { type FrameHtml, ownNeeds, splitTemplate, type TemplatePart, withFrame } from "./slots.server";

/** Headers of a loader's response that are stored. */
const CACHED_HEADERS = ["content-type", "x-total-count", "link", "cache-control", "vary"];

/** A page's bytes, and up to two compressed copies. */
const FORMS = 3;

/**
 * A page that is cached for many readers. Its frame changes more often than the page (with every new price),
 * so the frame is inserted when the page is sent, and both are compressed together once per frame.
 */
export class CachedPage {
  /** The most memory its bytes can take. */
  readonly size: number;
  /** Whether it uses the frame; data responses do not. */
  readonly hasFrame: boolean;
  /** What it shows of one reader. */
  readonly needs: ReturnType<typeof ownNeeds>;
  readonly cacheControl: string | undefined;
  readonly vary: string;
  /** The other headers: names and values, alternating. */
  readonly lines: readonly string[];
  private framed: { frame: FrameHtml; body: PageBody } | undefined;

  constructor(
    /** @param headers content type, and for data its loader's headers (total, next page, ETag) */
    headers: Record<string, string>,
    private readonly template: readonly TemplatePart[],
    private readonly ownEtag: string | undefined,
    /** Milliseconds. */
    readonly storedAt: number,
    /** The tables it was rendered from, without those of its frame. */
    readonly tables: readonly string[] = [],
    readonly status: 200 | 404 = 200,
  ) {
    const { vary = "Cookie", "cache-control": cacheControl, ...own } = headers;
    this.cacheControl = cacheControl;
    this.vary = `${vary}, Accept-Encoding`;
    this.lines = Object.entries(own).flat();
    const bytes = template.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : 0), 0);
    this.size = bytes * FORMS;
    this.hasFrame = template.some((part) => "frame" in part);
    this.needs = ownNeeds(template);
  }

  /** Its bytes in this frame. A new frame replaces the previous one. */
  bodyIn(frame: FrameHtml): PageBody {
    if (this.framed?.frame !== frame) {
      this.framed = { frame, body: new PageBody(withFrame(this.template, frame), this.ownEtag) };
    }
    return this.framed.body;
  }
}

/**
 * Prepares a rendered page or an API response for being sent many times.
 * @param drawn its text, if the response has no body
 * @param now milliseconds
 * @param tables the tables it was rendered from
 */
export async function preparePage(
  response: Response,
  drawn: string | undefined,
  now: number,
  tables: readonly string[],
): Promise<CachedPage> {
  const template = splitTemplate(drawn ?? (await response.text()));
  const headers = Object.fromEntries([...response.headers].filter(([name]) => CACHED_HEADERS.includes(name)));
  const status = response.status === 404 ? 404 : 200;
  return new CachedPage(headers, template, response.headers.get("ETag") ?? undefined, now, tables, status);
}
