// The figures on an open page follow the stream of quotes, as long as somebody sees the page and has not paused them. Without
// the stream, and without this script, the page stays as it was loaded.

import { IDS_PARAM, MOST_CHOSEN, STREAM_PATTERN } from "../stream/stream.rules";
import { drawAges, drawQuotes } from "./draw";
import { follow, LIVE, type ShownTimes } from "./live-quote.rules";
import { addPauseButton, hasPlaceForButton } from "./pause-button";
import { RENEW_MS, readPlaces, takePlace } from "./places.rules";
import { keep, kept } from "./storage";

/** After a refusal, between one and two of these. */
const AGAIN_MS = 60_000;

/** Several pages that wait for a place look at different moments within these milliseconds. */
const SPREAD_MS = 300;

/** Where the pages of this browser note their places. A held lock would cost a page its place in Firefox's cache for Back. */
const PLACES = "openbell-quotes";

/** "1" while the reader has paused the figures, on all pages. */
const PAUSED = "openbell-quotes-paused";

/** Ages and days are drawn again after so many milliseconds. */
const AGES_MS = 60_000;

function readTimes(): ShownTimes {
  const times = new Map<string, number>();
  for (const { dataset } of document.querySelectorAll<HTMLElement>(LIVE)) {
    const { live = "", at = "" } = dataset;
    times.set(live, Math.min(Date.parse(at), times.get(live) ?? Number.POSITIVE_INFINITY));
  }
  return times;
}

let times = readTimes();
const ids = [...times.keys()].sort().slice(0, MOST_CHOSEN);

/** The name of this page among those of its browser. */
const page = Math.random().toString(36).slice(2);

let stream: EventSource | undefined;
let refusedUntil = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Kept for Back. */
let isAway = false;
let isPaused = false;

function listen(): void {
  const opened = new EventSource(`${STREAM_PATTERN}?${IDS_PARAM}=${ids}`);
  stream = opened;
  const hear = (event: MessageEvent<string>) => {
    const { news, ...rest } = follow(times, event);
    times = rest.shown;
    drawQuotes(news);
  };
  opened.addEventListener("snapshot", hear);
  opened.addEventListener("change", hear);
  opened.addEventListener("error", () => {
    // After a break the browser comes back automatically.
    if (opened.readyState !== EventSource.CLOSED || stream !== opened) return;
    refusedUntil = Date.now() + AGAIN_MS * (1 + Math.random());
    tend();
  });
}

function leave(): void {
  stream?.close();
  stream = undefined;
  const { [page]: mine, ...others } = readPlaces(kept(PLACES));
  if (mine !== undefined) keep(PLACES, JSON.stringify(others));
}

/** Opens, keeps or closes the stream of this page, as its place and its reader want. */
function tend(): void {
  clearTimeout(timer);
  if (document.hidden || isAway || isPaused) {
    leave();
    return;
  }
  const now = Date.now();
  const places = readPlaces(kept(PLACES));
  const taken = now < refusedUntil ? undefined : takePlace(places, page, now);
  if (taken && taken !== places) keep(PLACES, JSON.stringify(taken));
  if (!taken) leave();
  else if (!stream) listen();
  timer = setTimeout(tend, RENEW_MS);
}

/** Somebody sees the page again, or no longer. */
function look(): void {
  refusedUntil = 0;
  if (!document.hidden) drawAges();
  tend();
}

function start(): void {
  const show = addPauseButton(() => {
    keep(PAUSED, isPaused ? "" : "1");
    pause(!isPaused);
  });
  const pause = (value: boolean) => {
    isPaused = value;
    show(isPaused);
    tend();
  };
  document.addEventListener("visibilitychange", look);
  // A page that the browser keeps for Back must hold nothing.
  addEventListener("pagehide", () => {
    isAway = true;
    tend();
  });
  addEventListener("pageshow", () => {
    isAway = false;
    // Another page may have paused or resumed in the meantime.
    pause(kept(PAUSED) === "1");
    look();
  });
  addEventListener("storage", ({ key }) => {
    if (key === PAUSED) pause(kept(PAUSED) === "1");
    if (key !== PLACES || document.hidden || isAway || isPaused) return;
    clearTimeout(timer);
    timer = setTimeout(tend, Math.random() * SPREAD_MS);
  });
  setInterval(() => {
    if (!document.hidden) drawAges();
  }, AGES_MS);
  pause(kept(PAUSED) === "1");
}

if (ids.length > 0 && "EventSource" in window && hasPlaceForButton()) start();
