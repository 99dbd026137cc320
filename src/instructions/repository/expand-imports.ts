import { locatePath, parent, shownPath } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { InstructionFiles } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import { type LeftOut, type MarkdownFile, readMarkdown } from '../read-markdown.ts';

export interface Expanded {
  /** Leaves out a file that does nothing but import. */
  readonly files: readonly MarkdownFile[];
  readonly leftOut: readonly LeftOut[];
}

/** Reads nothing outside the folders. People write `@` for other reasons, too, so other text stays. */
export async function expandImports(file: MarkdownFile, folders: InstructionFiles): Promise<Expanded> {
  const files: MarkdownFile[] = [];
  const leftOut: LeftOut[] = [];
  const seen = new Set([file.key]);

  async function expand(one: MarkdownFile, depth: number): Promise<void> {
    const written = importsOf(one.text);
    const imported: MarkdownFile[] = [];
    for (const path of written) {
      const location = locate(path, one.location, folders);
      if (location === undefined) continue;
      if (location === 'outside') {
        leftOut.push({
          kind: 'left-out',
          path: `@${path}`,
          reason: `${one.path} imports it from outside the opened folders`,
        });
        continue;
      }
      const found = await readMarkdown(location, folders);
      if (found.kind === 'left-out') leftOut.push(found);
      if (found.kind === 'read') imported.push(found.file);
    }
    const onlyImports = written.length > 0 && imported.length === written.length && isOnlyImports(one.text);
    if (!onlyImports) files.push(one);
    for (const each of imported) {
      if (seen.has(each.key)) continue;
      if (depth === limits.importDepth || seen.size > limits.imports) {
        leftOut.push({ kind: 'left-out', path: each.path, reason: `${one.path} imports too much` });
        continue;
      }
      seen.add(each.key);
      await expand(each, depth + 1);
    }
  }

  await expand(file, 0);
  return { files, leftOut };
}

const mention = /(?<=^|\s)@([^\s`@]+)/g;

function importsOf(text: string): readonly string[] {
  const paths = [...withoutCode(text).matchAll(mention)].map(([, path = '']) =>
    path.replace(/[.,;:!?)\]}'"]+$/, ''),
  );
  return [...new Set(paths)].filter(path => path !== '').slice(0, 2 * limits.imports);
}

function withoutCode(text: string): string {
  let fence: string | undefined;
  const prose = text.split('\n').filter(line => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark === undefined) return fence === undefined;
    if (fence === undefined) fence = mark;
    else if (fence === mark) fence = undefined;
    return false;
  });
  return prose.map(line => line.replace(/`[^`]*`/g, '')).join('\n');
}

function isOnlyImports(text: string): boolean {
  return text.replace(mention, '').trim() === '';
}

/** `undefined` if it may not be a path at all, such as `@/components`. */
function locate(
  path: string,
  from: Location,
  { files: { roots } }: InstructionFiles,
): Location | 'outside' | undefined {
  if (path.startsWith('~')) return 'outside';
  const folder = shownPath(parent(from), roots);
  try {
    return locatePath(path.startsWith('/') ? path : `${folder}/${path}`, roots);
  } catch {
    return path.startsWith('..') ? 'outside' : undefined;
  }
}
