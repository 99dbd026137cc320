import { visibleProse } from '../../../converser/ground/wording/visible-text.ts';
import type { Manifest } from './manifest.ts';

/** In characters. The longest of servers in use have about three thousand. */
const most = 4_000;

const cut = '\n[The rest is left out.]';

/** Nothing in it is invisible. What is cut off never reaches a model, so it may change. */
export function instructionsOf({ instructions = '' }: Pick<Manifest, 'instructions'>): string | undefined {
  const lines = instructions
    .slice(0, 2 * most)
    .replace(/\r\n?/g, '\n')
    .trim();
  const text = visibleProse(lines);
  if (text === '') return undefined;
  return text.length <= most ? text : `${text.slice(0, most - cut.length).toWellFormed()}${cut}`;
}
