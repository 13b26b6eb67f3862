export const STREAM_PATTERN = "/api/markets/stream";

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  Vary: "Accept",
  // nginx would keep the events until its buffer is full.
  "X-Accel-Buffering": "no",
};

/** Quotes that a stream can be narrowed to. */
export const MOST_CHOSEN = 100;

/** The parameter with their IDs. */
export const IDS_PARAM = "ids";
