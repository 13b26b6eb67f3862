import type { Person } from "./test-app";

/**
 * Lets everybody sign in once for a whole file: sign-ins are counted, and too many of them are refused.
 * @param load `(person) => app.cookiesOf(person)`, or the same with `tokenOf`
 */
export function memoizePerPerson<Value>(load: (person: Person) => Promise<Value>) {
  const cache = new Map<Person, Promise<Value>>();
  return (person: Person): Promise<Value> => {
    const answer = cache.get(person) ?? load(person);
    cache.set(person, answer);
    return answer;
  };
}
