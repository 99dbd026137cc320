import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { InstructionFiles, OpenedFolders } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import { leftOut, type MarkdownFile, readMarkdown } from '../read-markdown.ts';
import { expandImports } from './expand-imports.ts';
import { findRules, joinStanding, type Standing } from './find-rules.ts';

export const noStanding: Standing = { files: [], rules: [], leftOut: [] };

/** In the order in which models read them: files for all programs come first. */
const names = [
  'AGENTS.md',
  '.github/copilot-instructions.md',
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
];

/** Each text once. */
export async function findStanding(folders: OpenedFolders): Promise<Standing> {
  const found = await Promise.all(
    folders.files.roots.flatMap(root => [
      ...names.map(path => readWithImports({ root, path }, folders)),
      ...findRules(root, folders),
    ]),
  );
  const all = joinStanding(found);
  const files = unique(all.files);
  const tooMany = files
    .slice(limits.files)
    .map(({ path }) => leftOut(path, `there are ${files.length} such files`));
  return { ...all, files: files.slice(0, limits.files), leftOut: [...all.leftOut, ...tooMany] };
}

export async function readWithImports(location: Location, folders: InstructionFiles): Promise<Standing> {
  const found = await readMarkdown(location, folders);
  if (found.kind === 'absent') return noStanding;
  if (found.kind === 'left-out') return { ...noStanding, leftOut: [found] };
  if (!/CLAUDE(\.local)?\.md$/.test(location.path)) return { ...noStanding, files: [found.file] };
  return { ...noStanding, ...(await expandImports(found.file, folders)) };
}

export function unique(files: readonly MarkdownFile[]): readonly MarkdownFile[] {
  const byText = new Map<string, MarkdownFile>();
  for (const file of files) if (file.text !== '' && !byText.has(file.text)) byText.set(file.text, file);
  return [...byText.values()];
}
