/** Follows JSON values with only white space between them. It looks at each character once, and doesn’t parse. */
export function createValueScan() {
  let seen = 0;
  let start = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isOther = false;

  function read(character: string): void {
    if (isInString) {
      isInString = isEscaped || character !== '"';
      isEscaped = !isEscaped && character === '\\';
      return;
    }
    if (depth === 0 && !isSpace(character)) begin(character);
    if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  function begin(character: string): void {
    start = seen;
    isOther = character !== '{' && character !== '"';
  }

  return {
    feed(text: string): void {
      for (let at = 0; at < text.length && !isOther; at++, seen++) read(text.charAt(at));
    },
    /** An object or a string has ended, and nothing but white space has come since. */
    isWhole: () => seen > 0 && !isOther && depth === 0 && !isInString,
    /** Where the last value begins, in all that was fed. */
    start: () => start,
  };
}

export function lastValue(text: string): string | undefined {
  const scan = createValueScan();
  scan.feed(text);
  return scan.isWhole() ? text.slice(scan.start()) : undefined;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
