/**
 * A drawing that fails must not take its page with it: the figures open as a table in its place. Its reason goes to
 * the process's own log, since what draws knows of no other.
 */
export function attempt<T>(draw: () => T): T | undefined {
  try {
    return draw();
  } catch (error) {
    console.error("A chart could not be drawn", error);
    return undefined;
  }
}
