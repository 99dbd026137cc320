import { lstatSync } from 'node:fs';
import path from 'node:path';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { shownLines } from '../../converser/ground/wording/shown-lines.ts';
import { type Context, fullName, type Preview } from '../../converser/words/ensemble/invoker.ts';
import type { Watch } from '../../converser/words/workspace/undo-journal.ts';
import { bytePath, namesIn } from '../../files/byte-names.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { decodeText } from '../workspace/disk/text-encoding.ts';
import { shortDiff } from '../workspace/edit/short-diff.ts';
import { shownIn } from './run/working-folder.ts';
import type { RefusedChange } from './sandbox/layer/apply-layer.ts';
import type { Shell, StartedCommand } from './shell.ts';

/** `find` throws where the conversation has no such command. */
export function bringChanges(
  shell: Pick<Shell, 'find' | 'workspace'>,
  find: (id: string, context: Context) => StartedCommand,
): Tool {
  const shown = (place: string) => shownIn(shell.workspace, place);
  return defineTool({
    name: 'bring_changes',
    description: 'Asks the user whether what a command did to protected places may reach the workspace.',
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    deduplication: 'none',
    permission: 'ask',
    recordsChanges: true,
    arguments: {
      type: 'object',
      properties: { id: { type: 'string', description: 'The id that run_command named.' } },
      required: ['id'],
      additionalProperties: false,
    },
    review({ id }) {
      const changes = () =>
        shell
          .find(id)
          ?.released()
          .refused.filter(({ isFinal }) => !isFinal) ?? [];
      return {
        alwaysAsk: async () => changes().map(({ place, why }) => `${shown(place)}: ${why}`)[0],
        preview: async () => previewOf(changes(), shown),
      };
    },
    async invoke({ id }, context) {
      const { released } = find(id, context);
      const { refused, bring } = released();
      if (refused.length === 0 || bring === undefined)
        throw errors.badArguments(`Nothing of ${id} is left to bring.`);
      const { changes, invoker, signal } = context;
      const watch: Watch | undefined =
        changes && (only => changes.watch(defined({ tool: fullName(invoker), signal, only })));
      return `Changed: ${(await bring(watch)).map(shown).join(', ')}.`;
    },
  });
}

const mostShown = 10;

type Shown = (place: string) => string;

async function previewOf(changes: readonly RefusedChange[], shown: Shown): Promise<Preview | undefined> {
  if (changes.length === 0) return undefined;
  const all = changes.flatMap(withFiles);
  const parts = await Promise.all(all.slice(0, mostShown).map(each => partOf(each, shown)));
  const more = all.length > mostShown ? [`… and ${countText(all.length - mostShown, 'place')} more`] : [];
  return {
    title: `Change ${countText(changes.length, 'protected place')}?`,
    diff: [...parts, ...more].join('\n'),
  };
}

/** Of a folder, what is in it is what you allow. */
function withFiles(change: RefusedChange): readonly RefusedChange[] {
  const { place, content } = change;
  const stats = content === undefined ? undefined : lstatSync(bytePath(content), { throwIfNoEntry: false });
  if (content === undefined || stats?.isDirectory() !== true) return [change];
  const inside = namesIn(content).flatMap(name =>
    withFiles({ ...change, place: path.join(place, name), content: path.join(content, name) }),
  );
  return inside.length === 0 ? [change] : inside;
}

async function partOf({ place, content }: RefusedChange, shown: Shown): Promise<string> {
  const name = shownLines(shown(place), '@@ ').join('');
  if (content === undefined) return `${name}\n-(removed)`;
  const [before = '', after] = await Promise.all([textAt(place), textAt(content)]);
  if (after === undefined) return `${name}\n+(an empty folder, a link or a large file)`;
  return `${name}\n${(await shortDiff(before, after, mostLines)).diff}`;
}

const mostLines = 40;
/** In bytes. */
const mostText = 100_000;

async function textAt(place: string): Promise<string | undefined> {
  const bytes = await readRegularFile(place, mostText);
  const content = bytes && decodeText(bytes);
  return content?.kind === 'text' ? content.text : undefined;
}
