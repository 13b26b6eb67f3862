/** The file name of an archive, with the second it was made in UTC: `openbell-20261122T175959Z.tar.gz`. */
export const archiveName = (prefix: string, now: Date): string =>
  `${prefix}-${now.toISOString().replace(/[-:]|\.\d+/g, "")}.tar.gz`;
