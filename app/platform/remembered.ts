/**
 * A pure function that is asked the same again and again, with its latest answers: for what costs more to find than a kept
 * page costs to send.
 * @param most answers are remembered; what comes beyond starts the list anew, so that mischief cannot make it grow
 */
export function remembered<Question, Answer>(
  most: number,
  answer: (question: Question) => Answer,
): (question: Question) => Answer {
  const known = new Map<Question, Answer>();
  return (question) => {
    const found = known.get(question);
    if (found !== undefined || known.has(question)) return found as Answer;
    if (known.size >= most) known.clear();
    const made = answer(question);
    known.set(question, made);
    return made;
  };
}
