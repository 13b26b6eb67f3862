export const STREAM_PATTERN = "/api/markets/stream";

export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  Vary: "Accept",
  // nginx would keep the events until its buffer is full.
  "X-Accel-Buffering": "no",
};
