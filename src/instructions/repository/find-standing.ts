import type { Location, Root } from '../../converser/words/workspace/workspace.ts';
import type { InstructionFiles, OpenedFolders } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import { type LeftOut, type MarkdownFile, readMarkdown } from '../read-markdown.ts';
import { expandImports } from './expand-imports.ts';
import { findRules, type Rule } from './find-rules.ts';

export interface Standing {
  /** Each text once, in the order in which models read it. */
  readonly files: readonly MarkdownFile[];
  readonly rules: readonly Rule[];
  readonly leftOut: readonly LeftOut[];
}

export const noStanding: Standing = { files: [], rules: [], leftOut: [] };

/** In the order in which models read them: files for all programs come first. */
const names = [
  'AGENTS.md',
  '.github/copilot-instructions.md',
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
];

export async function findStanding(folders: OpenedFolders): Promise<Standing> {
  const found = await Promise.all(folders.files.roots.map(root => standingIn(root, folders)));
  const files = unique(found.flatMap(each => each.files));
  const tooMany = files
    .slice(limits.files)
    .map(({ path }): LeftOut => ({ kind: 'left-out', path, reason: `there are ${files.length} such files` }));
  return {
    files: files.slice(0, limits.files),
    rules: found.flatMap(each => each.rules),
    leftOut: [...found.flatMap(each => each.leftOut), ...tooMany],
  };
}

async function standingIn(root: Root, folders: OpenedFolders): Promise<Standing> {
  const [named, rules] = await Promise.all([
    Promise.all(names.map(path => readWithImports({ root, path }, folders))),
    findRules(root, folders),
  ]);
  return {
    files: [...named.flatMap(each => each.files), ...rules.always],
    rules: rules.some,
    leftOut: [...named.flatMap(each => each.leftOut), ...rules.leftOut],
  };
}

export async function readWithImports(
  location: Location,
  folders: InstructionFiles,
): Promise<Pick<Standing, 'files' | 'leftOut'>> {
  const found = await readMarkdown(location, folders);
  if (found.kind === 'absent') return { files: [], leftOut: [] };
  if (found.kind === 'left-out') return { files: [], leftOut: [found] };
  return /CLAUDE(\.local)?\.md$/.test(location.path)
    ? expandImports(found.file, folders)
    : { files: [found.file], leftOut: [] };
}

export function unique(files: readonly MarkdownFile[]): readonly MarkdownFile[] {
  const byText = new Map<string, MarkdownFile>();
  for (const file of files) if (file.text !== '' && !byText.has(file.text)) byText.set(file.text, file);
  return [...byText.values()];
}
