/** The ids of the questions that you have answered. They stay in the page until the extension has read the answers. */
const answered = new Set<string>();

export function isAnswered(question: string): boolean {
  return answered.has(question);
}

export function noteAnswered(question: string): void {
  answered.add(question);
}
