import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { Dialect, ModelRequest } from '../../converser/models/provider.ts';
import { fittingIds } from '../call-id.ts';
import { claudeEffort } from './claude-effort.ts';
import { type ReadSettings, readSettings } from './read-settings.ts';
import { type Setting, settingPaths } from './settings.ts';

export interface OwnOptions {
  readonly options: JsonObject;
  /** The paths of what has no equal on this wire, as the client wrote them. */
  readonly ignored: readonly string[];
}

interface Wire {
  readonly dialect: Dialect;
  /** Some models take options in a form of their own. */
  readonly model: string;
}

/**
 * The options of a request as those of a wire: what the same dialect wrote goes as it is, what another one wrote is
 * translated where there is an equal.
 */
export function optionsFor(
  { options = {}, dialect }: Pick<ModelRequest, 'options' | 'dialect'>,
  wire: Wire,
): OwnOptions {
  if (dialect === undefined || dialect === wire.dialect) return { options, ignored: [] };
  const { settings, others } = readSettings(options, dialect);
  const written: Record<string, JsonValue> = {};
  const ignored = [...others];
  for (const [setting, { path, value }] of settings) {
    const entries = entriesOf(setting, value, { ...wire, settings });
    if (entries.length === 0) ignored.push(path);
    for (const [to, own] of entries) put(written, to, own);
  }
  return withoutConflicts({ options: written, ignored }, settings);
}

/** Claude takes no temperature but its own while it thinks. */
function withoutConflicts({ options, ignored }: OwnOptions, settings: Settings): OwnOptions {
  const { thinking = null, ...others } = options;
  if (!isJsonObject(thinking) || thinking.type === 'disabled') return { options, ignored };
  const { temperature: _temperature, top_p: _topP, ...rest } = others;
  const dropped = (['temperature', 'topP'] as const).flatMap(each => settings.get(each)?.path ?? []);
  return { options: { ...rest, thinking }, ignored: [...ignored, ...dropped] };
}

type Settings = ReadSettings['settings'];
type Entry = readonly [path: string, value: JsonValue];

function entriesOf(
  setting: Setting,
  value: JsonValue,
  { dialect, model, settings }: Wire & { readonly settings: Settings },
): readonly Entry[] {
  const [path] = settingPaths[dialect][setting] ?? [];
  if (path === undefined) return [];
  if (setting === 'user') return typeof value === 'string' ? [[path, userOf(value)]] : [];
  // It takes one word at which to stop, and drops a list without telling.
  if (dialect === 'vscode-lm' && setting === 'stop' && Array.isArray(value))
    return value.length === 1 ? [[path, value[0] ?? '']] : [];
  if (dialect !== 'anthropic-messages')
    return [[path, setting === 'effort' && value === 'max' ? 'xhigh' : value]];
  if (setting === 'effort') {
    const limit = settings.get('maxTokens')?.value;
    return claudeEffort(String(value), { model, ...(typeof limit === 'number' && { maxTokens: limit }) });
  }
  return [[path, setting === 'temperature' ? Math.min(1, Number(value)) : value]];
}

/** OpenAI takes 64 characters, and some clients send more. */
function userOf(value: string): string {
  return value.length <= 64 ? value : fittingIds.long(value);
}

function put(options: Record<string, JsonValue>, path: string, value: JsonValue): void {
  const [name = '', inner] = path.split('.');
  if (inner === undefined) options[name] = value;
  else options[name] = { ...(options[name] as JsonObject | undefined), [inner]: value };
}
