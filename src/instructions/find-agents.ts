import { defined } from '../converser/ground/json/defined.ts';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import type { Mode } from '../converser/words/conversation/mode.ts';
import { absolutePath } from '../converser/words/workspace/paths.ts';
import type { Location } from '../converser/words/workspace/workspace.ts';
import { agentTools } from './agent-tools.ts';
import { findBelow, leftOutBelow } from './find-below.ts';
import type { OpenedFolders } from './instruction-files.ts';
import { descriptionOf, type MarkdownFile, readMarkdown } from './read-markdown.ts';

export interface FoundAgent {
  /** Absolute. */
  readonly file: string;
  readonly mode?: Mode;
  /** What isn't followed, for people. */
  readonly remarks: readonly string[];
}

/** https://code.visualstudio.com/docs/agent-customization/custom-agents and https://code.claude.com/docs/en/sub-agents */
export const agentFolders = ['.github/agents', '.claude/agents'] as const;

/** Agents of trusted folders are modes. Invariant: such a mode only takes tools away. */
export async function findAgents(opened: OpenedFolders): Promise<readonly FoundAgent[]> {
  if (!opened.isTrusted()) return [];
  const places = opened.files.roots.flatMap(root => agentFolders.map(path => ({ root, path })));
  const found = await Promise.all(
    places.map(async folder => {
      const below = await findBelow(folder, { files: opened.files, fits: /^(?!\.|readme\.).+\.md$/i });
      const read = await Promise.all(below.files.map(file => readAgent(file, opened)));
      const rest = leftOutBelow(below, folder.path).map(({ path, reason }) => ({
        // VS Code shows problems of files only.
        file: absolutePath(below.files.at(-1) ?? folder),
        remarks: [`Others in ${path} are left out, because ${reason}.`],
      }));
      return [...read.flat(), ...rest];
    }),
  );
  return found.flat();
}

async function readAgent(location: Location, from: OpenedFolders): Promise<readonly FoundAgent[]> {
  const file = absolutePath(location);
  const found = await readMarkdown(location, from);
  if (found.kind === 'absent') return [];
  if (found.kind === 'left-out')
    return [{ file, remarks: [`This agent isn’t offered, because ${found.reason}.`] }];
  const { data } = found.file;
  if (data['user-invocable'] === false) return [];
  return [{ file, ...modeOf(found.file) }];
}

function modeOf({ location, data, text: instructions }: MarkdownFile): Omit<FoundAgent, 'file'> {
  const base = location.path.slice(location.path.lastIndexOf('/') + 1).replace(/(\.agent)?\.md$/i, '');
  const title = visibleLine(
    typeof data.name === 'string' && data.name.trim() !== '' ? data.name.trim() : base,
  );
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-$/, '');
  if (name === '') return { remarks: ['This agent isn’t offered: its name must have a letter.'] };
  const { patterns: tools, unknown } = agentTools(data.tools, data.disallowedTools);
  const ignored = Object.keys(data).filter(key => !followed.has(key));
  return {
    mode: defined({
      name,
      title: title.slice(0, 40),
      description: descriptionOf(data) || 'An agent of this folder.',
      instructions,
      readOnly: false,
      tools,
      options: {},
      origin: 'workspace',
    }),
    remarks: [
      ...(unknown.length === 0 ? [] : [`No such tools here: ${visibleLine(unknown.join(', '))}.`]),
      ...(ignored.length === 0
        ? []
        : [`Ignored: ${visibleLine(ignored.join(', '))}. Agents permit nothing and choose no model here.`]),
    ],
  };
}

const followed: ReadonlySet<string> = new Set([
  ...['name', 'description', 'tools', 'disallowedTools', 'user-invocable'],
  // These change nothing here.
  ...['color', 'target', 'argument-hint', 'disable-model-invocation'],
]);
