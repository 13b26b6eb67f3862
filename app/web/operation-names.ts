/** Names that one operation of the API reads or tolerates. */
export type AcceptedNames = {
  params: readonly string[];
  /** Absent if the operation has no body. */
  fields?: FieldNames;
  /** It compares `If-Match` and `If-Unmodified-Since` with its record. */
  conditional: boolean;
};

/** Names at one level of a body. A field with an object of its own has the names in it. */
export type FieldNames = {
  read: ReadonlyMap<string, FieldNames | undefined>;
  /** Names of the answer: a record that was read can be sent back. They are ignored. */
  tolerated: ReadonlySet<string>;
};
