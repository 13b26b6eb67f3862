/** The reason why a request is refused. */
export type GuardResponse = {
  status: 204 | 308 | 400 | 403 | 404 | 405 | 413 | 415;
  message: string;
  headers?: Record<string, string>;
};
