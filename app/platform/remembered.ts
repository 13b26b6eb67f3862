/**
 * A pure function that is asked the same again and again, with its latest answers: for what costs more to find than a kept
 * page costs to send.
 * @param most at least 2: so many answers are remembered; of more, those that were not asked for lately are dropped
 */
export function remembered<Question, Answer>(
  most: number,
  answer: (question: Question) => Answer,
): (question: Question) => Answer {
  // Two halves instead of one list in order: a hit among the latest moves nothing.
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
