import { reasonOf } from '../converser/ground/errors.ts';
import { defined } from '../converser/ground/json/defined.ts';
import { shortened } from '../converser/ground/wording/cut-text.ts';
import { bytesText } from '../converser/ground/wording/numbers.ts';
import { visibleLine, visibleProse } from '../converser/ground/wording/visible-text.ts';
import { estimateText } from '../converser/words/spending/estimate-tokens.ts';
import { sourcesText } from '../converser/words/texts/source-text.ts';
import { placeKey } from '../converser/words/workspace/paths.ts';
import type { Location } from '../converser/words/workspace/workspace.ts';
import { type Matter, readFrontMatter } from './front-matter.ts';
import type { InstructionFiles } from './instruction-files.ts';
import { limits } from './instruction-limits.ts';

export function descriptionOf({ description }: Matter['data']): string {
  if (typeof description !== 'string') return '';
  return shortened(visibleLine(description.replace(/\s+/g, ' ').trim()), longestDescription);
}

/** In characters, after the Agent Skills specification. */
const longestDescription = 1_024;

export interface MarkdownFile {
  readonly path: string;
  readonly location: Location;
  /** Where links lead. */
  readonly real: Location;
  /** The same for all names of a file. */
  readonly key: string;
  readonly data: Matter['data'];
  /** Without front matter and invisible characters, with `\n` at the ends of lines. */
  readonly text: string;
  readonly tokens: number;
  readonly problem?: string;
}

export type FoundMarkdown =
  | { readonly kind: 'read'; readonly file: MarkdownFile }
  | LeftOut
  | { readonly kind: 'absent' };

export interface LeftOut {
  readonly kind: 'left-out';
  readonly path: string;
  /** Follows "because". */
  readonly reason: string;
}

export function leftOut(path: string, reason: string): LeftOut {
  return { kind: 'left-out', path, reason };
}

/** Invariant: refuses what others may have written, and what is read only after a question. */
export async function readMarkdown(
  location: Location,
  { files, guardOf, labelOf, shown }: InstructionFiles,
): Promise<FoundMarkdown> {
  const path = shown(location);
  const without = (reason: string) => leftOut(path, reason);
  try {
    const stat = await files.stat(location);
    if (stat === undefined || stat.kind === 'folder') return { kind: 'absent' };
    if (stat.kind === 'other') return without('it isn’t a file');
    if (stat.size > limits.fileBytes)
      return without(`it has ${bytesText(stat.size)}, and ${bytesText(limits.fileBytes)} are the most`);
    const content = await files.read(location, await guardOf(location));
    if (content.kind === 'binary') return without('it isn’t text');
    const label = await labelOf(location, content.text);
    if (label?.integrity === 'outside')
      return without(`others may have written it (${sourcesText(label.sources)})`);
    if (label?.confidentiality === 'secret') return without('it may hold keys');
    const { data, body, problem } = await readFrontMatter(content.text.replace(/\r\n?/g, '\n'));
    const real = await files.realLocation(location);
    const key = placeKey(real);
    const text = visibleProse(body).trim();
    const tokens = Math.round(estimateText(text));
    return { kind: 'read', file: defined({ path, location, real, key, data, text, tokens, problem }) };
  } catch (cause) {
    return without(withoutStop(reasonOf(cause)));
  }
}

export function leftOutText({ path, reason }: Pick<LeftOut, 'path' | 'reason'>): string {
  return `${visibleLine(path)} isn’t followed, because ${reason}.`;
}

export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
