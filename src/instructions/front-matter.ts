import { isJsonObject, type JsonObject } from '../converser/ground/json/json.ts';
import { limits } from './instruction-limits.ts';
import { unwrapFence } from './unwrap-fence.ts';

export interface Matter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly problem?: string;
}

export async function readFrontMatter(written: string): Promise<Matter> {
  const text = unwrapFence(written);
  const lines = text.split('\n');
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)[ \t]*$/.test(line));
  if (!/^---[ \t]*$/.test(lines[0] ?? '') || end < 0) return { data: {}, body: text };
  const yaml = lines.slice(1, end).join('\n');
  const body = lines.slice(end + 1).join('\n');
  if (yaml.length > limits.frontMatter)
    return { data: {}, body, problem: `its front matter has more than ${limits.frontMatter} characters` };
  const parsed = await parseYaml(yaml);
  if (parsed !== undefined) return { data: parsed, body };
  const data = plainPairs(yaml);
  return Object.keys(data).length > 0
    ? { data, body }
    : { data, body, problem: 'its front matter isn’t valid YAML' };
}

/** Aliases are refused, because they could make a small file large. */
async function parseYaml(yaml: string): Promise<JsonObject | undefined> {
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(yaml, { logLevel: 'silent', schema: 'core' });
    if (document.errors.length > 0) return undefined;
    const parsed: unknown = document.toJS({ maxAliasCount: 0 });
    if (parsed === null) return {};
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Many programs read each line as `key: value`, so files hold what YAML doesn't allow without quotes. */
function plainPairs(yaml: string): Readonly<Record<string, string>> {
  const found = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of yaml.split('\n')) {
    const [, key, value = ''] = /^([A-Za-z][\w-]{0,63}):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    if (key !== undefined) {
      current = found.has(key) ? [] : /^[|>][+-]?$/.test(value.trim()) ? [''] : [value.trim()];
      if (!found.has(key)) found.set(key, current);
    } else if (/^[ \t]/.test(line) || /^- /.test(line)) current?.push(line.trim());
  }
  return Object.fromEntries(
    [...found].map(([key, lines]) => [key, joined(lines)] as const).filter(([, value]) => value !== ''),
  );
}

function joined(lines: readonly string[]): string {
  const more = lines.slice(1).filter(Boolean);
  if (more.length > 0 && more.every(line => line.startsWith('- ')))
    return more.map(line => unquoted(line.slice(2))).join(',');
  return unquoted(lines.filter(Boolean).join(' '));
}

/** Leaves `"a", "b"` alone. */
function unquoted(text: string): string {
  return text.trim().replace(/^"([^"]*)"$|^'([^']*)'$/, '$1$2');
}
