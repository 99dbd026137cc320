/** Characters of a line that every surface shows. */
const perLine = 200;

const pieces = new RegExp(`.{1,${perLine}}`, 'gsu');

/**
 * Text for a diff, whole however long its lines are: what begins with an arrow goes on with the line above. The first
 * line stands behind `start`, and the others below it.
 */
export function shownLines(text: string, start: string): readonly string[] {
  const indent = ' '.repeat(start.length);
  return text.split('\n').flatMap((line, at) => {
    const [first = '', ...more] = line.match(pieces) ?? [''];
    return [`${at === 0 ? start : indent}${first}`, ...more.map(piece => `${indent}⤷ ${piece}`)];
  });
}
