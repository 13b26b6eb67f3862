/** The library that draws pictures, loaded with the first one: a command that needs none starts without it, a tenth faster. */
export const loadSharp = async () => (await import("sharp")).default;
