/** What a call needs to be written down. */
export type CurlCall = {
  method: string;
  url: string;
  /** Name of the shell's variable that holds the token. */
  token?: string;
  json?: unknown;
  /** Parts of a multipart form; a file's begin with `@`. */
  form?: Record<string, string>;
};

const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a line for a POSIX shell, broken where it gets long. */
export function curlOf({ method, url, token, json, form }: CurlCall): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${shellQuote(url)}`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(json === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellQuote(indentedJson(json))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${shellQuote(`${name}=${value}`)}`),
  ];
  return parts.join(" \\\n  ");
}

const indentedJson = (json: unknown) => JSON.stringify(json, null, 2).replaceAll("\n", "\n  ");
