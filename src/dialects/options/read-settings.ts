import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Dialect } from '../../converser/words/models/provider.ts';
import { isWish } from '../client-request.ts';
import { type Setting, settingPaths } from './option-paths.ts';

export interface ReadSetting {
  readonly path: string;
  readonly value: JsonValue;
}

export interface ReadSettings {
  readonly settings: ReadonlyMap<Setting, ReadSetting>;
  readonly others: readonly string[];
}

export function readSettings(options: JsonObject, dialect: Dialect): ReadSettings {
  const settings = new Map<Setting, ReadSetting>();
  const { paths, parents } = places[dialect];
  const found = leaves(options, parents);
  const read = new Set<string>();
  for (const [setting, all] of paths) {
    for (const path of all) {
      const value = meaning(path, found.get(path));
      if (value === undefined) continue;
      read.add(path);
      if (!settings.has(setting)) settings.set(setting, { path, value });
    }
  }
  const others = [...found].filter(
    ([path, value]) => !read.has(path) && !silent.has(path) && !isAsUsual(path, value) && isWish(value, path),
  );
  return { settings, others: others.map(([path]) => path) };
}

/** They turn on what their vendor's other options need, or what replies hold from every model that says it. */
const silent: ReadonlySet<string> = new Set(['betas', 'reasoning.summary', 'reasoning.generate_summary']);

interface Places {
  readonly paths: readonly (readonly [Setting, readonly string[]])[];
  /** Of paths that have two names. */
  readonly parents: ReadonlySet<string>;
}

const places = Object.fromEntries(
  Object.entries(settingPaths).map(([dialect, of]) => {
    const paths = Object.entries(of) as Places['paths'];
    const inner = paths.flatMap(([, all]) => all).filter(path => path.includes('.'));
    return [dialect, { paths, parents: new Set(inner.map(path => path.replace(/\..*/, ''))) }];
  }),
) as unknown as Readonly<Record<Dialect, Places>>;

function leaves(options: JsonObject, parents: ReadonlySet<string>): ReadonlyMap<string, JsonValue> {
  const all = Object.entries(options).flatMap(([name, value]) =>
    parents.has(name) && isJsonObject(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
      : [[name, value] as const],
  );
  return new Map(all);
}

function meaning(path: string, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (path === 'thinking') return effortOfThinking(value);
  if (path === 'think' && typeof value === 'boolean') return value ? 'medium' : 'none';
  return path === 'stop' && typeof value === 'string' ? [value] : value;
}

/** Every model that can think decides so by itself. */
function isAsUsual(path: string, value: JsonValue): boolean {
  return path === 'thinking' && isJsonObject(value) && value.type === 'adaptive';
}

function effortOfThinking(thinking: JsonValue): JsonValue | undefined {
  const { type, budget_tokens: budget } = isJsonObject(thinking) ? thinking : {};
  if (type === 'disabled') return 'none';
  if (type !== 'enabled' || typeof budget !== 'number') return undefined;
  if (budget <= 2_048) return 'low';
  return budget <= 12_288 ? 'medium' : 'high';
}
