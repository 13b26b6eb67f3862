// The figures on an open page follow the stream of quotes, as long as somebody sees the page. Without it, and without
// this script, the page stays as it was loaded.

import { IDS_PARAM, MOST_CHOSEN, STREAM_PATTERN } from "../stream/stream.rules";
import { drawQuotes } from "./draw";
import { follow, LIVE, type ShownTimes } from "./live-quote.rules";

/** Streams of one browser: over HTTP/1.1 it opens at most six connections, and pages need the others. */
const STREAMS = 2;

/** After a refusal, between one and two of these. */
const AGAIN_MS = 60_000;

function readTimes(): ShownTimes {
  const found = new Map<string, number>();
  for (const { dataset } of document.querySelectorAll<HTMLElement>(LIVE)) {
    const { live = "", at = "" } = dataset;
    found.set(live, Math.min(Date.parse(at), found.get(live) ?? Number.POSITIVE_INFINITY));
  }
  return found;
}

let times = readTimes();
const ids = [...times.keys()].sort().slice(0, MOST_CHOSEN);

/** Follows until it is stopped or refused. */
const listen = (stop: AbortSignal) =>
  new Promise<void>((end) => {
    const stream = new EventSource(`${STREAM_PATTERN}?${IDS_PARAM}=${ids}`);
    const hear = ({ data }: MessageEvent<string>) => {
      const { news, ...rest } = follow(times, data);
      times = rest.shown;
      drawQuotes(news);
    };
    stream.addEventListener("snapshot", hear);
    stream.addEventListener("change", hear);
    const close = () => {
      stream.close();
      end();
    };
    stop.addEventListener("abort", close);
    stream.addEventListener("error", () => {
      // After a break the browser comes back automatically.
      if (stream.readyState !== EventSource.CLOSED) return;
      close();
      again = setTimeout(start, AGAIN_MS * (1 + Math.random()));
    });
    if (stop.aborted) close();
  });

/** Of several windows that are seen at once, each waits for a place among the streams of this browser. */
const takePlace = (place: number, stop: AbortSignal): Promise<void> =>
  navigator.locks.request(
    `openbell-quotes-${place}`,
    place > 1 ? { ifAvailable: true } : { signal: stop },
    (lock) => (lock ? listen(stop) : takePlace(place - 1, stop)),
  );

let following: AbortController | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

function start(): void {
  stop();
  if (document.hidden) return;
  following = new AbortController();
  // It ended while it waited.
  takePlace(STREAMS, following.signal).catch(() => {});
}

function stop(): void {
  clearTimeout(again);
  following?.abort();
}

if (ids.length > 0 && "EventSource" in window && "locks" in navigator) {
  document.addEventListener("visibilitychange", start);
  // A page that the browser keeps for Back must hold nothing.
  addEventListener("pagehide", stop);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) start();
  });
  start();
}
