export const PRIVATE_FEEDS_PATH = "/dashboard/feeds";

/** The path of a private feed. @param section a section with a feed @param token the secret */
export const privateFeedPath = (section: string, token: string) => `/feeds/${section}/${token}`;
