import { errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import { type Attachment, mostAttached } from '../../../converser/turn/attachments/attachment.ts';
import { child } from '../../../converser/words/workspace/paths.ts';
import type { Root, Withholds } from '../../../converser/words/workspace/workspace.ts';
import { labelOfFiles } from '../label-files.ts';
import { shownPlace } from '../places/tool-context.ts';
import { withholding } from '../places/withhold.ts';
import { readDiff } from './git-diff.ts';
import { deniedTo, leftOutNotes, type RuledContext } from './withheld-here.ts';

/** Includes what is staged. Leaves out files with keys and what your rules deny. */
export async function attachGitDiff(shared: RuledContext, signal: AbortSignal): Promise<Attachment> {
  const withholds = await withholding(shared, deniedTo('read_file', shared));
  const found = await Promise.all(
    shared.workspace.roots.map(root => diffOf(root, shared, { withholds, signal })),
  );
  const diffs = found.filter(diff => diff !== undefined);
  if (diffs.length === 0)
    throw errors.badArguments('No open folder is in a Git repository, or Git is not installed');
  const changed = diffs.flatMap(({ files }) => files);
  const leftOut = diffs.flatMap(diff => diff.leftOut);
  if (changed.length === 0 && leftOut.length === 0)
    throw errors.badArguments('Nothing has changed since the last commit');
  const isCut = diffs.some(diff => diff.isCut);
  const notes = [...(isCut ? ['cut, because it is long'] : []), ...leftOutNotes(leftOut)];
  const note = notes.length === 0 ? undefined : notes.join(', ');
  return defined({
    kind: 'git-diff',
    title: `Changes in ${countText(changed.length, 'file')}`,
    content: {
      type: 'resource',
      uri: 'git-diff',
      mimeType: 'text/x-diff',
      text: [...diffs.map(({ text }) => text), ...(note === undefined ? [] : [`[${note}]`])].join('\n'),
    },
    note,
    label: await labelOfFiles(shared, changed),
  });
}

interface DiffOptions {
  readonly withholds: Withholds;
  readonly signal: AbortSignal;
}

async function diffOf(root: Root, shared: RuledContext, { withholds, signal }: DiffOptions) {
  const top = { root, path: '' };
  // Git follows no links.
  const why = (path: string) => withholds(child(top, path), child(top, path));
  // A line of it may leave the machine: what is on no disk has no repository here.
  const folder = await shared.workspace.openFolder(top);
  if (folder === undefined) return undefined;
  try {
    const options = { why, signal, mostCharacters: mostAttached.characters };
    const diff = await readDiff(folder.place, options);
    if (diff === undefined) return undefined;
    const { text, changed, added, isCut, leftOut } = diff;
    const files = [...changed, ...added].map(path => child(top, path));
    const place = shownPlace(shared, top);
    const head = shared.workspace.roots.length > 1 ? `In ${place}:\n` : '';
    const more = added.length === 0 ? '' : `\nNew files that Git doesn’t know:\n${added.join('\n')}\n`;
    return { text: `${head}${text}${more}`, files, isCut, leftOut };
  } finally {
    await folder.release();
  }
}
