import type { Person } from "./test-app";

/**
 * Signs everybody in once per file: sign-ins have a rate limit.
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
