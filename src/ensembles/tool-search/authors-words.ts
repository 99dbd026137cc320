import { cutText } from '../../converser/ground/wording/cut-text.ts';
import type { ToolShelf } from '../../converser/words/ensemble/invoker.ts';

/** In characters, for all ensembles of one answer. */
const most = 4_000;

/** Requests contain these instructions only for ensembles that are there from the beginning. */
export function authorsWords(ensembles: readonly string[], shelf: ToolShelf): readonly string[] {
  const said = ensembles.flatMap(name => {
    const instructions = shelf.instructionsOf(name)?.trim() ?? '';
    return instructions === '' ? [] : [{ name, instructions }];
  });
  if (said.length === 0) return [];
  const limit = Math.floor(most / said.length);
  return [
    '\nWhat their authors say about using them, neither from the user nor from Converser:',
    ...said.map(
      ({ name, instructions }) =>
        `${name}:\n${cutText(instructions, { limit, readOn: '' }).replace(/^/gm, '> ')}`,
    ),
  ];
}
