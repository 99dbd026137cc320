import type { RE2JS } from 're2js';

/** `undefined` if it can't run there. Spells out what JavaScript and the linear engine read differently. */
export function inLinearSyntax(
  pattern: string,
  { translateRegExp }: Pick<typeof RE2JS, 'translateRegExp'>,
): string | undefined {
  let inClass = false;
  let isForeign = false;
  const spelledOut = pattern.replace(piece, written => {
    if (written === '[') {
      const isInner = inClass;
      inClass = true;
      return isInner ? '\\[' : written;
    }
    if (written === ']') inClass = false;
    if (written === '\\s') return inClass ? space : `[${space}]`;
    if (written === '\\S') return inClass ? notSpace : `[^${space}]`;
    if (written === '.') return inClass ? written : '[^\\n\\r\\u2028\\u2029]';
    // References back would be read as characters, and flags in a group change what was spelled out.
    if (/^\\[1-9k]$/.test(written) || (!inClass && written.startsWith('(?'))) isForeign = true;
    return isPair(written) ? JSON.parse(`"${written}"`) : written;
  });
  return isForeign ? undefined : translateRegExp(spelledOut);
}

function isPair(written: string): boolean {
  return written.length === 12;
}

const piece = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\.|\(\?[ims-]|[[\].]/gsu;

/** https://tc39.es/ecma262/#sec-runtime-semantics-compiletocharset (`s`), and the rest of all characters. */
const space = '\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const notSpace =
  '\\x00-\\x08\\x0e-\\x1f!-\\x9f\\xa1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\u{10ffff}';
