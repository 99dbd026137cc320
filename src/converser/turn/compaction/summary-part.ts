export interface Piece {
  readonly name: string;
  readonly text: string;
  readonly firstLine: number;
}

export type Part = readonly Piece[];

/** Invariant: no piece can pass for several, because none holds what such a line begins with. */
export function partText(part: Part): string {
  let mark = '=====';
  while (part.some(({ text }) => text.includes(mark))) mark += '=';
  return part
    .map(({ name, text, firstLine }) => {
      const from = firstLine === 1 ? '' : `, from line ${firstLine}`;
      return `${mark} ${name}${from} ${mark}\n${text.endsWith('\n') ? text : `${text}\n`}`;
    })
    .join('\n');
}

export function halvesOf(part: Part): readonly Part[] {
  const [only, another] = part;
  if (only === undefined) return [];
  if (another === undefined) return halvesOfPiece(only).map(half => [half]);
  const middle = Math.ceil(part.length / 2);
  return [part.slice(0, middle), part.slice(middle)];
}

function halvesOfPiece({ name, text, firstLine }: Piece): readonly Piece[] {
  const newline = text.indexOf('\n', text.length / 2);
  const at =
    newline === -1 || newline === text.length - 1 ? text.lastIndexOf('\n', text.length / 2) : newline;
  if (at === -1) return [];
  const [first, second] = [text.slice(0, at + 1), text.slice(at + 1)];
  return [
    { name, text: first, firstLine },
    { name, text: second, firstLine: firstLine + first.split('\n').length - 1 },
  ];
}
