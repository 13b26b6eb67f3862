import { z } from "zod";
import type { StaffRole } from "~/features/auth/viewer.server";
import { messageForm, recordId, sampleOf } from "./record-schema.server";
import { type Body, bodyToAdd, bodyToChange } from "./request-schemas.server";
import type { Managed, Resource } from "./resource.server";

/**
 * Whom an address lets in. `anybody`: it never asks who it is. `reader`: everybody; who they are decides what they
 * get. Staff are named by their roles.
 */
export type Audience = "anybody" | "reader" | "member" | { staff: readonly StaffRole[] };

export type Answer = {
  status: 200 | 201 | 202;
  says: string;
  form: z.ZodType;
  /** Where those of the form's parts will not do. */
  sample?: unknown;
};

/** One method of one address, told once: the API's description and its page are made of these. */
export type Operation = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As app/routes.ts has it: `/api/news/:id`. */
  path: string;
  /** For generated programs; no two are alike. */
  name: string;
  summary: string;
  about?: string;
  who: Audience;
  /** Parts of the path, each with its form. */
  parts?: Record<string, z.ZodType>;
  query?: Record<string, z.ZodType>;
  /** Takes limit, page and since too, and says how many there are. */
  paged?: true;
  /** Comes with an ETag. */
  cached?: true;
  body?: Body & { sample: Record<string, unknown> };
  answers: readonly [Answer, ...Answer[]];
  /** What it refuses with beyond what follows from all the above. */
  refuses?: readonly (400 | 401 | 402 | 403 | 404 | 409 | 429 | 502)[];
};

type Words = Partial<Pick<Operation, "name" | "summary" | "about" | "who">>;

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (text: string) => text.split(" ").map(upper).join("");
const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
const plural = (noun: string) => `${noun}s`;
const byId = { id: recordId };

/** `GET` of the public list. */
export const listing = <Row extends Managed>(
  { names: { one }, record }: Resource<Row>,
  path: string,
  words: Words = {},
): Operation => ({
  method: "GET",
  path,
  who: "reader",
  paged: true,
  cached: true,
  name: `list${camel(plural(one))}`,
  summary: `List ${plural(one)}`,
  answers: [{ status: 200, says: `The ${plural(one)}.`, form: z.array(record) }],
  ...words,
});

/** `GET` of everything there is, for the staff who may open the screen. */
export const staffListing = <Row extends Managed>(
  resource: Resource<Row>,
  path: string,
  words: Words = {},
): Operation => ({
  ...listing(resource, path),
  who: { staff: resource.roles.read },
  name: `listAll${camel(plural(resource.names.one))}`,
  summary: `List all ${plural(resource.names.one)} for the staff`,
  ...words,
});

/** `GET` of one. */
export const reading = <Row extends Managed>(
  { names: { one }, record }: Resource<Row>,
  path: string,
  words: Words = {},
): Operation => ({
  method: "GET",
  path,
  parts: byId,
  who: "reader",
  cached: true,
  name: `get${camel(one)}`,
  summary: `Read ${withArticle(one)}`,
  answers: [{ status: 200, says: `The ${one}.`, form: record }],
  ...words,
});

/** `POST` of a new one. */
export const adding = <Row extends Managed>(
  resource: Resource<Row>,
  path: string,
  words: Words = {},
): Operation => {
  const { names, record, roles } = resource;
  return {
    method: "POST",
    path,
    who: { staff: roles.write },
    name: `add${camel(names.one)}`,
    summary: upper(`add ${withArticle(names.one)}`),
    body: { ...bodyToAdd(resource), sample: samplesFor(resource) },
    answers: [{ status: 201, says: `The ${names.one} as it was saved.`, form: record }],
    ...words,
  };
};

/** `PUT` of what changes; keys that are left out keep their values. */
export const changing = <Row extends Managed>(
  resource: Resource<Row>,
  path: string,
  words: Words = {},
): Operation => {
  const { names, record, roles } = resource;
  return {
    method: "PUT",
    path,
    parts: byId,
    who: { staff: roles.write },
    name: `change${camel(names.one)}`,
    summary: `Change ${withArticle(names.one)}`,
    about: "What is left out keeps its value; null empties what may be empty.",
    body: { ...bodyToChange(resource), sample: samplesFor(resource, 2) },
    answers: [{ status: 200, says: `The ${names.one} as it is now.`, form: record }],
    refuses: [409],
    ...words,
  };
};

export const removing = <Row extends Managed>(
  { names: { one }, roles, texts }: Resource<Row>,
  path: string,
  words: Words = {},
): Operation => ({
  method: "DELETE",
  path,
  parts: byId,
  who: { staff: roles.remove },
  name: `delete${camel(one)}`,
  summary: `Delete ${withArticle(one)}`,
  answers: [{ status: 200, says: "It is gone.", form: messageForm, sample: { message: texts.done.remove } }],
  ...words,
});

/** The usual six of a managed record. */
export const recordOperations = <Row extends Managed>(resource: Resource<Row>, path: string): Operation[] => [
  listing(resource, path),
  reading(resource, `${path}/:id`),
  staffListing(resource, `${path}/admin`),
  adding(resource, path),
  changing(resource, `${path}/:id`),
  removing(resource, `${path}/:id`),
];

/** The fields of a body with the values that the record's own samples have. */
function samplesFor<Row extends Managed>(
  { fields, record }: Resource<Row>,
  most = fields.length,
): Record<string, unknown> {
  const sample = sampleOf(record) as Record<string, unknown>;
  const names = new Set(
    fields.filter(({ input }) => input !== "image").map(({ name }) => name.split(".")[0]),
  );
  return Object.fromEntries(
    Object.entries(sample)
      .filter(([name]) => names.has(name))
      .slice(0, most),
  );
}
