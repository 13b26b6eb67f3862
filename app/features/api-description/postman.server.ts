import type { Operation } from "~/admin-kit/api-operations.server";
import { config } from "~/platform/config.server";
import { exampleCall } from "./example-call.server";
import { GROUPS } from "./groups.server";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Every operation with its example, as a Postman collection. Bruno and Insomnia import it, too. */
export function postmanCollection() {
  const { siteName, publicUrl } = config();
  return {
    info: { name: `${siteName} API`, description: `Reference: ${publicUrl}/api/docs`, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: [
      { key: "site", value: publicUrl },
      { key: "token", value: "" },
    ],
    item: GROUPS.map(({ title, about, operations }) => ({
      name: title,
      description: about,
      item: operations.map((operation) => ({ name: operation.summary, request: postmanRequest(operation) })),
    })),
  };
}

function postmanRequest(operation: Operation) {
  const { method, url, token, json, form } = exampleCall(operation);
  return {
    method,
    url: url.replace(config().publicUrl, "{{site}}"),
    ...(operation.description ? { description: operation.description } : {}),
    // A request for visitors must not carry an empty token: the response would be 401.
    ...(token ? {} : { auth: { type: "noauth" } }),
    header: json === undefined ? [] : [{ key: "Content-Type", value: "application/json" }],
    ...(json === undefined ? {} : { body: { mode: "raw", raw: JSON.stringify(json, null, 2) } }),
    ...(form ? { body: { mode: "formdata", formdata: formFields(form) } } : {}),
  };
}

/** A file is chosen by hand: a collection has no files. */
const formFields = (form: Record<string, string>) =>
  Object.entries(form).map(([key, value]) =>
    value.startsWith("@") ? { key, type: "file", src: [] } : { key, type: "text", value },
  );
