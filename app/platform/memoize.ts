/**
 * Memoizes a pure function whose result costs more than sending a cached page.
 * @param most at least 2: the most results to store; those not used recently are dropped first
 */
export function memoize<Question, Answer>(
  most: number,
  answer: (question: Question) => Answer,
): (question: Question) => Answer {
  // Two halves instead of an ordered list: a hit among the latest moves nothing.
  let latest = new Map<Question, Answer>();
  let older = new Map<Question, Answer>();
  return (question) => {
    const known = latest.get(question);
    if (known !== undefined || latest.has(question)) return known as Answer;
    const found = older.has(question) ? (older.get(question) as Answer) : answer(question);
    if (latest.size >= most / 2) {
      older = latest;
      latest = new Map();
    }
    latest.set(question, found);
    return found;
  };
}
