const perLine = 200;

const pieces = new RegExp(`.{1,${perLine}}`, 'gsu');

/** Breaks long lines for a diff: a line that begins with an arrow continues the one above. */
export function shownLines(text: string, start: string): readonly string[] {
  const indent = ' '.repeat(start.length);
  return text.split('\n').flatMap((line, at) => {
    const [first = '', ...more] = line.match(pieces) ?? [''];
    return [`${at === 0 ? start : indent}${first}`, ...more.map(piece => `${indent}⤷ ${piece}`)];
  });
}
