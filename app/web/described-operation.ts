/** What the server must know of an operation of the API before it runs it. */
export type DescribedOperation = {
  /** Its id in the description. */
  name: string;
  params: readonly string[];
  /** Absent if the operation has no body. */
  fields?: FieldNames;
  /** It compares `If-Match` and `If-Unmodified-Since` with its record. */
  conditional: boolean;
  repeats: Repeats;
  deprecations?: readonly Deprecation[];
};

/** That an operation, or one of its query parameters, ends. */
export type Deprecation = {
  parameter?: string;
  /** Days (yyyy-mm-dd) in UTC: from `since` on it is announced, from `ends` on it may be gone. */
  since: string;
  ends: string;
  /** What to use, as the end of a sentence: "`GET /api/news` with `status`". */
  instead: string;
};

/**
 * What an `Idempotency-Key` does. "kept": a repeated request gets the first answer. "harmless": repeating
 * changes nothing anyway, so the key is not read. "refused": the answer or the body is secret and never kept.
 */
export type Repeats = "kept" | "harmless" | "refused";

/** Names at one level of a body. A field with an object of its own has the names in it. */
export type FieldNames = {
  read: ReadonlyMap<string, FieldNames | undefined>;
  /** Names of the answer: a record that was read can be sent back. They are ignored. */
  tolerated: ReadonlySet<string>;
};
