import type { Audience, Operation } from "~/admin-kit/api-operations.server";
import { buildExample } from "~/admin-kit/record-schema.server";
import { config } from "~/platform/config.server";
import type { CurlRequest } from "./curl";

/** A request with the examples of the operation's schemas. */
export function exampleCall({
  method,
  path,
  audience: who,
  pathParams: parts = {},
  query = {},
  paged,
  body,
}: Operation): CurlRequest {
  const filled = path.replace(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(String(parts[part] ? buildExample(parts[part]) : part)),
  );
  const parameters = Object.entries(query).flatMap(([key, form]) => {
    const sample = buildExample(form);
    return sample === null ? [] : [`${key}=${encodeURIComponent(String(sample))}`];
  });
  const search = [...parameters, ...(paged ? ["limit=20"] : [])].join("&");
  return {
    method,
    url: `${config().publicUrl}${filled}${search && `?${search}`}`,
    token: who === "anybody" || who === "reader" ? undefined : tokenPlaceholder(who),
    json: body?.json ? body.example : undefined,
    form: body && !body.json ? exampleForm(body.example) : undefined,
  };
}

const tokenPlaceholder = (who: Audience) => (typeof who === "string" ? "TOKEN" : "STAFF_TOKEN");

const exampleForm = (sample: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)])),
  image: "@picture.jpg",
});
