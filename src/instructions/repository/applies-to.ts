import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Matter } from '../front-matter.ts';
import type { RuleFiles } from '../instruction-files.ts';

export type Applies =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'globs'; readonly globs: readonly string[] };

/** Claude's `paths` hold for everything by default. */
export function appliesOf(data: Matter['data'], key: 'applyTo' | 'paths'): Applies {
  const value = data[key];
  const globs = textsIn(value).flatMap(splitGlobs).slice(0, mostGlobs);
  if (globs.length === 0) return { kind: key === 'paths' ? 'everything' : 'nothing' };
  return globs.some(isEverything) ? { kind: 'everything' } : { kind: 'globs', globs };
}

const mostGlobs = 20;

/** Without quotes, YAML takes `{src/**,lib/**}` for a mapping. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.filter(each => typeof each === 'string');
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, nothing]) => (nothing === null ? [key] : []));
}

function isEverything(glob: string): boolean {
  return glob === '**' || glob === '**/*' || glob === '*';
}

/** Ignores commas within braces and brackets, and quotes around each glob. */
function splitGlobs(written: string): readonly string[] {
  const globs: string[] = [];
  let [depth, current] = [0, ''];
  for (const letter of written) {
    if (letter === '{' || letter === '[') depth++;
    else if (letter === '}' || letter === ']') depth = Math.max(0, depth - 1);
    if (letter === ',' && depth === 0) {
      globs.push(current);
      current = '';
    } else current += letter;
  }
  return [...globs, current].map(glob => glob.trim().replace(/^["']|["']$/g, '')).filter(Boolean);
}

/** As in VS Code, a glob that doesn't begin with `/` or `**` may begin in any folder. */
export async function matcherOf(
  globs: readonly string[],
  { compileGlob }: Pick<RuleFiles, 'compileGlob'>,
): Promise<(path: string) => boolean> {
  const matchers = await Promise.all(globs.map(glob => compileGlob(anchored(glob))));
  return path => matchers.some(matches => matches(path));
}

function anchored(glob: string): string {
  const plain = glob.replace(/^\.[\\/]/, '');
  // A `\` may also make a letter of the sign after it.
  if (/^(?:\/|\\\w)/.test(plain)) return plain.replace(/^[\\/]+/, '');
  const whole = /[\\/]$/.test(plain) ? `${plain.slice(0, -1)}/**` : plain;
  return whole.startsWith('**/') ? whole : `**/${whole}`;
}
