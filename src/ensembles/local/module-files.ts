import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DescriptorFile, DescriptorFiles } from '../descriptors/files/descriptor-files.ts';

/** More files than a tool written by hand has. */
const mostFiles = 200;

/**
 * A fingerprint of a module and of all files that it and those in turn name by a relative path.
 *
 * An approval is bound to it, so too many files are better than too few: any text in quotes that looks like such
 * a path counts. What a module loads under a computed name cannot be known.
 */
export async function fingerprintOf(file: string, read: DescriptorFiles['read']): Promise<string> {
  const texts = new Map<string, string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined && texts.size < mostFiles; next = waiting.pop()) {
    if (texts.has(next)) continue;
    const found: DescriptorFile | undefined = await read(next);
    texts.set(next, found?.text ?? '');
    if (found !== undefined) waiting.push(...namedIn(found.text, next));
  }
  const hash = createHash('sha256');
  for (const [name, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(JSON.stringify([path.relative(file, name), text]));
  }
  return hash.digest('hex').slice(0, 32);
}

function namedIn(text: string, file: string): readonly string[] {
  const literals = text.matchAll(/["'`](\.{1,2}\/[^"'`\n]+\.(?:mjs|cjs|js|json|wasm|node))["'`]/g);
  return [...literals].map(([, name = '']) => path.resolve(path.dirname(file), name));
}
