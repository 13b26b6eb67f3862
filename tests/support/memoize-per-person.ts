import type { Person } from "./test-app";

/**
 * Lets everybody sign in once for a whole file: sign-ins are counted, and too many of them are refused.
 * @param ask `(person) => app.cookiesOf(person)`, or the same with `tokenOf`
 */
export function oncePerPerson<Value>(ask: (person: Person) => Promise<Value>) {
  const known = new Map<Person, Promise<Value>>();
  return (person: Person): Promise<Value> => {
    const answer = known.get(person) ?? ask(person);
    known.set(person, answer);
    return answer;
  };
}
