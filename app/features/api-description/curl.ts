/** The parts of an HTTP request to print. */
export type CurlRequest = {
  method: string;
  url: string;
  /** Name of the shell's variable that holds the token. */
  token?: string;
  json?: unknown;
  /** Parts of a multipart form. The value of a file begins with `@`. */
  form?: Record<string, string>;
};

const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a `curl` line for a POSIX shell, broken where it gets long. */
export function curlCommand({ method, url, token, json, form }: CurlRequest): string {
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
