/** The pages of one browser that have a stream, with the moment at which their places end, in milliseconds. */
export type Places = Readonly<Record<string, number>>;

/** Streams of one browser: over HTTP/1.1 it opens at most six connections, and pages need the others. */
export const STREAMS = 2;

/** A page that vanishes without a word loses its place after so many milliseconds. */
export const LEASE_MS = 15_000;

/** The others renew theirs in time. */
export const RENEW_MS = 5_000;

/** The places that are kept as a text. Whatever else is kept there means none. */
export function readPlaces(text: string | null): Places {
  try {
    return Object(JSON.parse(text ?? ""));
  } catch {
    return {};
  }
}

/**
 * Takes or renews the place of a page.
 * @returns the places to keep; the same object if there is nothing to write; undefined if others have all places
 */
export function takePlace(places: Places, page: string, now: number): Places | undefined {
  // A clock that was set back must not give anybody a place for ever.
  const others = Object.entries(places).filter(
    ([other, until]) => other !== page && until > now && until <= now + LEASE_MS,
  );
  if (others.length >= STREAMS) return undefined;
  const isFresh = (places[page] ?? 0) > now + LEASE_MS - RENEW_MS;
  return isFresh ? places : { ...Object.fromEntries(others), [page]: now + LEASE_MS };
}
