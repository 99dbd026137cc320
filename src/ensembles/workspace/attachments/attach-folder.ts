import { defined } from '../../../converser/ground/json/defined.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { Attachment } from '../../../converser/turn/attachments/attachment.ts';
import { relativePath } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { nameInLine } from '../name-in-line.ts';
import { shownPlace } from '../places/tool-context.ts';
import { withholding } from '../places/withhold.ts';
import { deniedTo, leftOutNotes, type RuledContext } from './withheld-here.ts';

const mostNames = 500;

export async function attachFolder(
  folder: Location,
  shared: RuledContext,
  signal: AbortSignal,
): Promise<Attachment> {
  const { items, hasMore, leftOut } = await shared.workspace.findFiles(
    {
      below: folder,
      glob: '**/*',
      includeIgnored: false,
      limit: mostNames,
      withholds: await withholding(shared, deniedTo('find_files', shared)),
    },
    signal,
  );
  const path = shownPlace(shared, folder);
  const notes = [
    ...(hasMore ? [`only the first ${countText(mostNames, 'file')}`] : []),
    ...leftOutNotes(
      leftOut.map(({ why }) => why),
      { isCut: hasMore },
    ),
  ];
  const names = items.map(item => nameInLine(relativePath(folder, item) ?? ''));
  const listed = names.length === 0 ? 'No files.' : names.join('\n');
  const note = notes.length === 0 ? undefined : notes.join(', ');
  return defined({
    kind: 'folder',
    title: path === '.' ? './' : `${path}/`,
    content: {
      type: 'resource',
      uri: path === '.' ? './' : `${path}/`,
      mimeType: 'text/plain',
      text: note === undefined ? listed : `${listed}\n[${note}]`,
    },
    note,
  });
}
