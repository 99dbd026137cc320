import { parent, placeKey } from '../../converser/words/workspace/paths.ts';
import type { Location } from '../../converser/words/workspace/workspace.ts';
import type { InstructionFiles } from '../instruction-files.ts';
import { limits } from '../instruction-limits.ts';
import {
  type FoundMarkdown,
  type LeftOut,
  leftOut,
  type MarkdownFile,
  readMarkdown,
} from '../read-markdown.ts';
import type { Standing } from './find-rules.ts';
import { importsIn, isOnlyImports } from './imports-in.ts';

/**
 * Leaves out a file that does nothing but import. A file of an opened folder imports nothing from outside. People write `@`
 * for other reasons, so other text stays.
 */
export async function expandImports(
  file: MarkdownFile,
  folders: InstructionFiles,
): Promise<Pick<Standing, 'files' | 'leftOut'>> {
  const files: MarkdownFile[] = [];
  const others: LeftOut[] = [];
  const seen = new Set([file.key]);

  async function expand(one: MarkdownFile, depth: number): Promise<void> {
    const written = (await importsIn(one.text)).slice(0, 2 * limits.imports);
    const imported: MarkdownFile[] = [];
    for (const path of written) {
      const found = await readImport(path, one, folders);
      if (found.kind === 'left-out') others.push(found);
      if (found.kind === 'read') imported.push(found.file);
    }
    const onlyImports = written.length > 0 && imported.length === written.length && isOnlyImports(one.text);
    if (!onlyImports) files.push(one);
    for (const each of imported) {
      if (seen.has(each.key)) continue;
      if (depth === limits.importDepth || seen.size > limits.imports) {
        others.push(leftOut(each.path, `${one.path} imports too much`));
        continue;
      }
      seen.add(each.key);
      await expand(each, depth + 1);
    }
  }

  await expand(file, 0);
  return { files, leftOut: others };
}

/** A path may not be one at all, such as `@/components`. */
async function readImport(
  path: string,
  { path: from, location, real }: MarkdownFile,
  folders: InstructionFiles,
): Promise<FoundMarkdown> {
  const places = new Map([real, location].map(parent).map(folder => [placeKey(folder), folder]));
  for (const folder of places.values()) {
    const place = locate(path, folder, folders);
    if (place === 'outside') return leftOut(`@${path}`, `${from} imports it from outside the opened folders`);
    const found = place && (await readMarkdown(place, folders));
    if (found !== undefined && found.kind !== 'absent') return found;
  }
  return { kind: 'absent' };
}

function locate(path: string, folder: Location, files: InstructionFiles): Location | 'outside' | undefined {
  try {
    return files.locate(path, folder);
  } catch {
    return /^(~|\.\.)/.test(path) ? 'outside' : undefined;
  }
}
