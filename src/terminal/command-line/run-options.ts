import { defined } from '../../converser/ground/json/defined.ts';
import { efforts } from '../../converser/ground/wording/effort-names.ts';
import type { SettingKey } from '../../house/setting-keys.ts';
import { presets } from '../../providers/configured/presets.ts';
import { type ProviderDefinition, toolUses } from '../../providers/facts/provider-definition.ts';
import { aliases, jsonOrText, objectOf } from './aliases.ts';
import type { RunOptions } from './command-line.ts';
import { type ProviderValues, readProvider } from './provider-options.ts';
import {
  keyNamed,
  settingsOf,
  type WrittenSetting,
  type WrittenSettings,
  type Wrong,
} from './written-settings.ts';

export interface CommandLineSources {
  readonly file: WrittenSettings | Wrong;
  readonly readText: (file: string) => string | undefined;
  /** You can type there, and see what comes of it. */
  readonly isTerminal?: boolean;
}

interface RunValues extends ProviderValues {
  readonly tools?: string;
  readonly effort?: string;
  readonly fallback?: readonly string[];
  readonly instructions?: string;
  readonly 'no-instructions'?: boolean;
  readonly 'log-requests'?: string;
  readonly root?: readonly string[];
  readonly ensembles?: readonly string[];
  readonly trust?: boolean;
  readonly json?: boolean;
  readonly lock?: string;
  readonly allow?: readonly string[];
  readonly set?: readonly string[];
}

export function readRun(values: RunValues & GivenOptions, sources: CommandLineSources): RunOptions | Wrong {
  const tools = wordOf(values.tools, { option: 'tools', words: toolUses });
  if (typeof tools === 'object') return tools;
  const effort = wordOf(values.effort, { option: 'effort', words: efforts });
  if (typeof effort === 'object') return effort;
  const server = readProvider(values, tools);
  if (typeof server === 'string') return { wrong: server };
  const written = readWritten(values, server, sources);
  if ('wrong' in written) return written;
  const settings = settingsOf(written);
  if ('wrong' in settings) return settings;
  const { root: roots = ['.'], ensembles = [], trust = false, json = false, allow = [] } = values;
  return {
    ...{ settings, roots, ensembles, trust, json, allow },
    ...defined({
      server,
      tools,
      requestsFolder: values['log-requests'],
      instructionsFile: values.instructions,
      ignoresInstructions: values['no-instructions'],
      lock: values.lock,
      wanted: effort && { effort },
    }),
  };
}

function readWritten(
  values: RunValues & GivenOptions,
  server: ProviderDefinition | undefined,
  { file, readText }: CommandLineSources,
): WrittenSettings | Wrong {
  if ('wrong' in file) return file;
  const written = new Map<SettingKey, WrittenSetting>(file);
  const { instructions, fallback = [] } = values;
  if (instructions !== undefined) {
    const value = readText(instructions);
    if (value === undefined) return { wrong: `Can’t read the file ${instructions}.` };
    written.set('instructions', { value, place: '--instructions' });
  }
  const given = withGiven(written, values, values.set);
  return 'wrong' in given || fallback.length === 0 ? given : withFallbacks(given, fallback, server);
}

/** A name that begins with a provider is that provider's, which is connected as if it were in the settings. */
function withFallbacks(
  written: WrittenSettings,
  fallback: readonly string[],
  server: ProviderDefinition | undefined,
): WrittenSettings {
  const providers = objectOf(written.get('modelProviders')?.value);
  const known = [...Object.keys(providers), ...presets.map(({ id }) => id)];
  const providerOf = (name: string) => known.find(id => name.startsWith(`${id}/`));
  const others = fallback.flatMap(name => providerOf(name) ?? []).filter(id => id !== server?.id);
  const connected = { ...Object.fromEntries(others.map(id => [id, {}])), ...providers };
  const chain = fallback.map(name => (server && !providerOf(name) ? `${server.id}/${name}` : name));
  const chains = { ...objectOf(written.get('fallbacks')?.value), '*': chain };
  const place = '--fallback';
  return new Map(written)
    .set('modelProviders', { value: connected, place })
    .set('fallbacks', { value: chains, place });
}

export function wordOf<Word extends string>(
  written: string | undefined,
  { option, words }: { readonly option: string; readonly words: readonly Word[] },
): Word | undefined | Wrong {
  const word = words.find(each => each === written);
  if (written === undefined || word !== undefined) return word;
  return { wrong: `--${option} must be one of ${words.join(', ')}, not ${JSON.stringify(written)}.` };
}

type GivenOptions = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function withGiven(
  file: WrittenSettings,
  given: GivenOptions,
  set: readonly string[] = [],
): WrittenSettings | Wrong {
  const written = new Map<SettingKey, WrittenSetting>(file);
  for (const [name, { key, value }] of Object.entries(aliases)) {
    const texts = [given[name] ?? []].flat().map(String);
    if (texts.length > 0)
      written.set(key, { value: value(texts, written.get(key)?.value), place: `--${name}` });
  }
  for (const each of set) {
    const at = each.indexOf('=');
    if (at <= 0)
      return { wrong: `--set must be KEY=VALUE, such as roundLimit=10, not ${JSON.stringify(each)}.` };
    const key = keyNamed(each.slice(0, at));
    if (typeof key === 'object') return { wrong: `--set: ${key.wrong}` };
    written.set(key, { value: jsonOrText(each.slice(at + 1)), place: `--set ${key}` });
  }
  return written;
}
