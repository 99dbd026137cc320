import { asSeen } from '../../../converser/words/workspace/as-seen.ts';

/** Finds lines that look like the wanted ones and differ in their characters; `undefined` if none do. */
export function seenDifferences(wanted: string, lines: readonly string[], firstLine = 1): string | undefined {
  const seen = lines.map(asSeen).join('\n');
  const at = seen.indexOf(asSeen(wanted));
  if (at === -1) return undefined;
  const first = seen.slice(0, at).split('\n').length;
  const count = wanted.split('\n').length;
  const found = lines.slice(first - 1, first - 1 + count).join('\n');
  const told = found.length > mostCompared ? '' : differences(found, wanted);
  if (told === '') return undefined;
  return `Line ${firstLine - 1 + first} looks the same, but differs: ${told}. Copy these characters from there.`;
}

/** In characters. */
const mostCompared = 100_000;

/** In the whole lines, the wanted text may begin anywhere. */
function differences(lines: string, wanted: string): string {
  const [ours, theirs] = [visible(lines), visible(wanted)];
  const seen = ours.map(asSeen);
  const at = seen.join('').indexOf(theirs.map(asSeen).join(''));
  let from = 0;
  for (let length = 0; length < at; from++) length += seen[from]?.length ?? 0;
  const pairs = theirs.flatMap((unit, more) => {
    const own = ours[from + more] ?? '';
    return own === unit ? [] : [`the file has ${named(own)} instead of ${named(unit)}`];
  });
  const hidden = [...new Set(`${lines}${wanted}`.match(invisible))]
    .filter(unit => lines.includes(unit) !== wanted.includes(unit))
    .map(
      unit =>
        `${lines.includes(unit) ? 'the file' : 'your text'} also has ${named(unit)}, which can’t be seen`,
    );
  return [...new Set([...pairs, ...hidden])].slice(0, 5).join('; ');
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A letter comes with its marks. */
function visible(text: string): readonly string[] {
  return text.replace(invisible, '').match(/\P{M}\p{M}*|\p{M}+/gsu) ?? [];
}

function named(unit: string): string {
  const codes = [...unit].map(
    letter => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return /^[\p{Z}\p{Default_Ignorable_Code_Point}]*$/u.test(unit)
    ? codes.join(' ')
    : `${unit} (${codes.join(' ')})`;
}
