/** Whether a path belongs to the JSON API. The page that documents the API is an HTML page. */
export const isApiPath = (path: string): boolean =>
  path.startsWith("/api/") && !/^\/api\/docs(\.data|\/|$)/.test(path);
