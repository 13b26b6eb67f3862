/** Whether programs are answered there, in JSON. The page that describes the API is one, though it stands among them. */
export const isApiPath = (path: string): boolean =>
  path.startsWith("/api/") && !/^\/api\/docs(\.data|\/|$)/.test(path);
