const COUNT_WORDS = ["", "one field needs", "two fields need", "three fields need", "four fields need"];

/** The title above a form that was not saved because of its fields. Each error is shown at its field. */
export const invalidFieldsTitle = (count: number): string =>
  `Nothing was saved: ${COUNT_WORDS[count] ?? `${count} fields need`} another look`;
