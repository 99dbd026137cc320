import { text } from '../../../converser/words/canister/content.ts';
import { type Context, reply } from '../../../converser/words/ensemble/invoker.ts';
import { child } from '../../../converser/words/workspace/paths.ts';
import type { Entry, LeftOut, Location } from '../../../converser/words/workspace/workspace.ts';
import { defineTool } from '../../define-tool.ts';
import { labelOfShown } from '../label-files.ts';
import { nameInLine } from '../name-in-line.ts';
import { guardRead } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import { existingEntry, link, scopesOf, shownPlace, type ToolContext } from '../places/tool-context.ts';
import { withholding } from '../places/withhold.ts';
import { seenPlace } from '../seen-place.ts';
import { leftOutText } from './left-out.ts';
import { listReply, pageArguments } from './page.ts';

export const listDirectory = (shared: ToolContext) =>
  defineTool({
    name: 'list_directory',
    description: 'Lists what is directly in a folder; folders end with "/". To look deeper, use find_files.',
    arguments: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Default: the top of the workspace.' },
        ...pageArguments(500),
      },
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    reads: ['{path}'],
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    output: { readOn: 'Call again with offset and limit.' },
    review: ({ path }) =>
      reviewRead(shared, () => scopesOf(shared, path), { isShallow: true, leavesOut: true }),
    async invoke({ path, offset = 0, limit = 500 }, context) {
      const scopes = scopesOf(shared, path);
      const [first, another] = scopes;
      const folder = first && (await seenPlace(shared.workspace, first));
      if (folder === undefined || another !== undefined) {
        return reply({
          content: [text(scopes.map(scope => `${shownPlace(shared, scope)}/`).join('\n'))],
        });
      }
      await existingEntry(shared, folder);
      const { entries, leftOut } = await listed(shared, folder, context);
      const note = leftOutText(shared, leftOut, { noun: 'name' });
      if (entries.length === 0) return note === '' ? `${shownPlace(shared, folder)} is empty.` : note;
      const real = await shared.workspace.realLocation(folder);
      const places = [folder, real].flatMap(place => entries.map(({ name }) => child(place, name)));
      return listReply(entries, {
        label: await labelOfShown(shared, places),
        offset,
        limit,
        note,
        plain: entry => `${nameInLine(entry.name)}${slash(entry)}${entry.isLink ? ' (link)' : ''}`,
        linked: entry => `- ${link(shared, child(folder, entry.name))}${slash(entry)}`,
      });
    },
  });

async function listed(
  shared: ToolContext,
  folder: Location,
  context: Context,
): Promise<{ readonly entries: readonly Entry[]; readonly leftOut: readonly LeftOut[] }> {
  const withholds = await withholding(shared, context.permit);
  const guard = guardRead(shared, context.permit);
  let real = folder;
  const all = await shared.workspace.list(folder, place => {
    guard?.(place);
    real = place;
  });
  const judged = all.map(entry => {
    const location = child(folder, entry.name);
    return { entry, location, why: withholds(location, child(real, entry.name)) };
  });
  return {
    entries: judged.flatMap(({ entry, why }) => (why === undefined ? [entry] : [])),
    leftOut: judged.flatMap(({ location, why }) => (why === undefined ? [] : [{ location, why }])),
  };
}

function slash({ kind }: Entry): string {
  return kind === 'folder' ? '/' : '';
}
