/** The longest comment, in characters. */
export const COMMENT_LENGTH = 2000;

export type Named = { id: string; fullname: string };

/** The people whose name follows an @ in the words, in any case; the longest name counts. */
export function mentionedIn<Person extends Named>(words: string, people: readonly Person[]): Person[] {
  const byLength = people.toSorted((a, b) => b.fullname.length - a.fullname.length);
  const found = new Set<Person>();
  for (const [, after = ""] of words.matchAll(/(?<![\p{L}\p{N}])@([^@]*)/gu)) {
    const text = after.normalize("NFC").toLowerCase();
    const person = byLength.find(({ fullname }) => {
      const name = fullname.normalize("NFC").toLowerCase();
      return text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
    });
    if (person) found.add(person);
  }
  return [...found];
}
