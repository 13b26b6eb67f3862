const [FIRST_STRONG, POP] = ["\u2068", "\u2069"];
/** What sets or ends a direction by itself: in a name it would turn the sentence around it. */
const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A name inside a sentence, which it leaves in its own direction; one that is written as we write stays as it is. */
export function isolated(name: string): string {
  const plain = name.replace(CONTROLS, "");
  return RIGHT_TO_LEFT.test(plain) ? FIRST_STRONG + plain + POP : name;
}

/** The same in HTML that is escaped already: mail programs know the element, and not all of them the signs. */
export const withIsolates = (html: string): string =>
  html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, "<bdi>$1</bdi>");
