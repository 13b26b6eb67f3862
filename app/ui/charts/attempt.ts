/**
 * A failing chart must not break its page: its figures open as a table instead. The reason goes to the
 * process log.
 */
export function attempt<T>(draw: () => T): T | undefined {
  try {
    return draw();
  } catch (error) {
    console.error("A chart could not be drawn", error);
    return undefined;
  }
}
