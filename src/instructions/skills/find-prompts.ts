import pLimit from 'p-limit';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { parent, relativePath } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import { findBelow, leftOutBelow } from '../find-below.ts';
import type { OpenedFolders } from '../instruction-files.ts';
import { descriptionOf, leftOut, type MarkdownFile, readMarkdown } from '../read-markdown.ts';
import type { PromptForm, ReadSkill } from './skill.ts';

interface PromptFolder {
  readonly path: string;
  readonly form: PromptForm;
  readonly fits: RegExp;
}

/**
 * https://code.visualstudio.com/docs/agent-customization/prompt-files, https://code.claude.com/docs/en/slash-commands and
 * https://opencode.ai/docs/commands
 */
const folders: readonly PromptFolder[] = [
  { path: '.github/prompts', form: 'vscode', fits: /^(?!\.).+\.prompt\.md$/ },
  { path: '.claude/commands', form: 'claude-code', fits: /^(?!\.|readme\.).+\.md$/i },
  { path: '.opencode/commands', form: 'opencode', fits: /^(?!\.|readme\.).+\.md$/i },
  { path: '.opencode/command', form: 'opencode', fits: /^(?!\.|readme\.).+\.md$/i },
];

export async function findPrompts(opened: OpenedFolders): Promise<readonly ReadSkill[]> {
  const places = opened.files.roots.flatMap(root => folders.map(each => ({ ...each, root })));
  const oneOfFew = pLimit(8);
  const found = await Promise.all(
    places.map(async ({ root, path, ...place }) => {
      const folder = { root, path };
      const below = await findBelow(folder, { files: opened.files, fits: place.fits });
      const read = below.files.map(file => oneOfFew(() => readPrompt(file, { ...place, folder }, opened)));
      return [...(await Promise.all(read)), ...leftOutBelow(below, opened.shown(folder))];
    }),
  );
  return found.flat();
}

async function readPrompt(
  location: Location,
  { folder, form }: Pick<PromptFolder, 'form'> & { readonly folder: Location },
  from: OpenedFolders,
): Promise<ReadSkill> {
  const found = await readMarkdown(location, from);
  if (found.kind === 'absent') return undefined;
  if (found.kind === 'left-out') return found;
  const { file } = found;
  const name = nameOf(file, { folder, form });
  if (!isPromptName(name))
    return leftOut(file.path, 'its name must have at most 64 letters, digits, “-”, “_”, “:” and “.”');
  if (file.text === '') return leftOut(file.path, 'it is empty');
  return {
    name,
    description: descriptionOf(file.data) || shortened(file.text.split('\n', 1)[0] ?? '', 100),
    folder: parent(location),
    file: location,
    path: file.path,
    tokens: file.tokens,
    from,
    isForModels: false,
    isForPeople: true,
    prompt: form,
  };
}

/** Folders are part of the name in opencode, and in Claude Code as `folder:name`. */
function nameOf(
  { location, data }: MarkdownFile,
  { folder, form }: { readonly folder: Location; readonly form: PromptForm },
): string {
  const below = (relativePath(folder, location) ?? '').replace(
    form === 'vscode' ? /\.prompt\.md$/ : /\.md$/,
    '',
  );
  if (form === 'opencode') return below;
  if (form === 'claude-code') return below.replaceAll('/', ':');
  if (form === 'vscode' && typeof data.name === 'string') return data.name.trim();
  return below.slice(below.lastIndexOf('/') + 1);
}

/** Where a message begins so, the user means a prompt or a skill. */
export const calledName = /^\/([\w.:-]{1,64}(?:\/[\w.:-]{1,64}){0,4})(?:\s+([\s\S]*))?$/;

function isPromptName(name: string): boolean {
  return calledName.exec(`/${name}`)?.[1] === name;
}
