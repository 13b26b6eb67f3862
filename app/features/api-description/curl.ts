/** What a call needs to be written down. */
export type Call = {
  method: string;
  url: string;
  /** Name of the shell's variable that holds the token. */
  token?: string;
  json?: unknown;
  /** Parts of a multipart form; a file's begin with `@`. */
  form?: Record<string, string>;
};

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a line for a POSIX shell, broken where it gets long. */
export function curlOf({ method, url, token, json, form }: Call): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(lines(json))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return parts.join(" \\\n  ");
}

const lines = (json: unknown) => JSON.stringify(json, null, 2).replaceAll("\n", "\n  ");
