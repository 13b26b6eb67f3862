import { PageBody } from "./page-body.server";
import { type FrameHtml, type TemplatePart, templateOf, withFrame } from "./slots.server";

/** What is kept of a loader's own headers. */
const CACHED_HEADERS = ["content-type", "x-total-count", "link", "cache-control", "vary"];

/** A page's bytes, and at most as many in each of two codings. */
const FORMS = 3;

/**
 * A page that was drawn for many readers. The frame around it changes more often than it does (its prices, each time that
 * one of them is set), so it is put in when the page is sent, and compressed with it once for all who ask until then.
 */
export class CachedPage {
  /** How much memory its bytes take at most. */
  readonly size: number;
  /** Whether it stands in the frame at all; data does not. */
  readonly hasFrame: boolean;
  readonly cacheControl: string | undefined;
  readonly vary: string;
  /** Its other headers, names and values in turns. */
  readonly lines: readonly string[];
  private framed: { frame: FrameHtml; body: PageBody } | undefined;

  constructor(
    /** @param headers content type, and for data what its loader said about it (total, next page, validity) */
    headers: Record<string, string>,
    private readonly template: readonly TemplatePart[],
    private readonly ownEtag: string | undefined,
    /** Milliseconds. */
    readonly storedAt: number,
    /** What it was made of; its frame not counted. */
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
  }

  /** Its bytes in this frame. Another frame takes the place of the one before. */
  bodyIn(frame: FrameHtml): PageBody {
    if (this.framed?.frame !== frame) {
      this.framed = { frame, body: new PageBody(withFrame(this.template, frame), this.ownEtag) };
    }
    return this.framed.body;
  }
}

/**
 * Prepares a rendered page, or an API's answer, for being sent many times.
 * @param drawn its text where the response has none
 * @param now milliseconds
 * @param tables what it was made of
 */
export async function preparePage(
  response: Response,
  drawn: string | undefined,
  now: number,
  tables: readonly string[],
): Promise<CachedPage> {
  const template = templateOf(drawn ?? (await response.text()));
  const headers = Object.fromEntries([...response.headers].filter(([name]) => CACHED_HEADERS.includes(name)));
  const status = response.status === 404 ? 404 : 200;
  return new CachedPage(headers, template, response.headers.get("ETag") ?? undefined, now, tables, status);
}
