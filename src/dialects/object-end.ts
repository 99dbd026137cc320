import { parseJson } from '../converser/ground/json/json.ts';
export interface ObjectEnd {
  /** Looks at each piece once: reading all of them again would take time that grows with its square. */
  isWhole(pieces: readonly string[]): boolean;
}

/** Serves one list of pieces, to which more may be added. */
export function createObjectEnd(): ObjectEnd {
  let seen = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let state: 'before' | 'inside' | 'after' | 'other' = 'before';
  let isJson: boolean | undefined;

  function enter(character: string): void {
    if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth === 0) state = 'after';
  }
  function read(character: string): void {
    if (isInString) {
      isInString = isEscaped || character !== '"';
      isEscaped = !isEscaped && character === '\\';
    } else if (state === 'inside') enter(character);
    else if (!isSpace(character)) {
      state = state === 'before' && character === '{' ? 'inside' : 'other';
      depth = 1;
    }
  }

  return {
    isWhole(pieces) {
      for (; seen < pieces.length && state !== 'other'; seen++)
        for (const character of pieces[seen] ?? '') read(character);
      if (state !== 'after') return false;
      isJson ??= parseJson(pieces.join('')) !== undefined;
      return isJson;
    },
  };
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
