import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/object-memory.ts';
import type { ModelOptions } from '../../converser/words/models/model-options.ts';
import type { Dialect, ModelRequest } from '../../converser/words/models/provider.ts';
import { fittingIds } from '../call-id.ts';
import { chatEffort, withThoughts } from './chat-effort.ts';
import { chatServer } from './chat-servers.ts';
import { claudeEffort, claudeSamples, seenThinking } from './claude-effort.ts';
import { gptEffort, gptThinks } from './gpt-effort.ts';
import { ollamaEffort } from './ollama-effort.ts';
import { type Entry, type Setting, settingPaths, wantedNames } from './option-paths.ts';
import { type ReadSetting, type ReadSettings, readSettings } from './read-settings.ts';

export interface OwnOptions {
  readonly options: JsonObject;
  readonly ignored: readonly string[];
  readonly unheeded: readonly (keyof ModelOptions)[];
}

export interface Wire {
  readonly dialect: Dialect;
  readonly model: string;
  readonly maxTokens?: number | undefined;
  readonly thinks?: boolean | undefined;
  readonly server?: string | undefined;
}

/** Options in the request's own dialect go as they are, others are translated, and yours are added. */
export function optionsFor(
  { options = none, dialect, wanted }: Pick<ModelRequest, 'options' | 'dialect' | 'wanted'>,
  wire: Wire,
): OwnOptions {
  // Each round of a turn asks the same several times.
  if (options === none && wanted !== undefined) return remembered(wanted, wire);
  const asked =
    dialect === undefined || dialect === wire.dialect
      ? { options, ignored: [], unheeded: [] }
      : translated(options, dialect, wire);
  return wanted === undefined ? asked : withWanted(asked, wanted, wire);
}

const none: JsonObject = {};
const nothingAsked: OwnOptions = { options: none, ignored: [], unheeded: [] };
const byWire = perObject((_wanted: object) => new Map<string, OwnOptions>());

function remembered(wanted: ModelOptions, wire: Wire): OwnOptions {
  const known = byWire(Object.keys(wanted).length === 0 ? none : wanted);
  const key = JSON.stringify([wire.dialect, wire.model, wire.maxTokens, wire.thinks, wire.server]);
  const options = known.get(key) ?? withWanted(nothingAsked, wanted, wire);
  known.set(key, options);
  return options;
}

function translated(options: JsonObject, dialect: Dialect, wire: Wire): OwnOptions {
  const { settings, others } = readSettings(options, dialect);
  const { written, unwritten } = write({}, settings, wire);
  const { kept, dropped } = withoutConflicts(written, settings, wire);
  return { options: kept, ignored: [...others, ...unwritten, ...dropped], unheeded: [] };
}

function withWanted({ options, ignored }: OwnOptions, wanted: ModelOptions, wire: Wire): OwnOptions {
  const names = Object.entries(wantedNames) as readonly [Setting, keyof ModelOptions][];
  const own = readSettings(options, wire.dialect).settings;
  const settings = new Map<Setting, ReadSetting>();
  for (const [setting, path] of names) {
    const value = wanted[path];
    if (value !== undefined && !own.has(setting)) settings.set(setting, { path, value: value as JsonValue });
  }
  const { written, unwritten } = write({ ...wanted.body, ...options }, settings, wire);
  const { kept, dropped } = withoutConflicts(seen(written, wanted, wire), settings, wire);
  const cached =
    wanted.cacheLifetime !== undefined && wire.dialect !== 'anthropic-messages' ? ['cacheLifetime'] : [];
  return {
    options: kept,
    ignored,
    unheeded: [...unwritten, ...dropped, ...cached] as (keyof ModelOptions)[],
  };
}

function seen(options: JsonObject, wanted: ModelOptions, wire: Wire): JsonObject {
  const { showThinking = true } = wanted;
  if (wire.dialect === 'openai-chat') return withThoughts(options, showThinking, wire);
  if (!showThinking) return withoutDisplay(options);
  if (wire.dialect === 'anthropic-messages') {
    const isSet = ['thinking', 'temperature', 'top_p'].some(name => options[name] !== undefined);
    return isSet ? options : { ...options, ...Object.fromEntries(seenThinking(wire.model)) };
  }
  if (wire.dialect === 'ollama-chat')
    return wire.thinks === true && options.think === undefined ? { ...options, think: true } : options;
  if (wire.dialect !== 'openai-responses' || !gptThinks(wire.model)) return options;
  const reasoning = isJsonObject(options.reasoning) ? options.reasoning : {};
  if (reasoning.effort === 'none' || reasoning.summary !== undefined) return options;
  return { ...options, reasoning: { ...reasoning, summary: 'auto' } };
}

/** Some servers think as they are told, but don't know that thoughts can be seen. */
function withoutDisplay(options: JsonObject): JsonObject {
  if (!isJsonObject(options.thinking)) return options;
  const { display: _display, ...thinking } = options.thinking;
  return { ...options, thinking };
}

interface Written {
  readonly written: JsonObject;
  readonly unwritten: readonly string[];
}

function write(base: JsonObject, settings: Settings, wire: Wire): Written {
  const written: Record<string, JsonValue> = { ...base };
  const unwritten: string[] = [];
  for (const [setting, { path, value }] of settings) {
    const entries = entriesOf(setting, value, { ...wire, settings });
    if (entries.length === 0) unwritten.push(path);
    for (const [to, own] of entries) put(written, to, own);
  }
  return { written, unwritten };
}

interface WithoutConflicts {
  readonly kept: JsonObject;
  readonly dropped: readonly string[];
}

/** Claude takes no temperature but its own while it thinks. */
function withoutConflicts(options: JsonObject, settings: Settings, { dialect }: Wire): WithoutConflicts {
  const { thinking = null, ...others } = options;
  if (dialect !== 'anthropic-messages' || !isJsonObject(thinking) || thinking.type === 'disabled')
    return { kept: options, dropped: [] };
  const sampling = [
    ['temperature', 'temperature'],
    ['topP', 'top_p'],
  ] as const;
  const dropped = sampling.flatMap(([setting, name]) =>
    options[name] === undefined ? [] : (settings.get(setting)?.path ?? []),
  );
  if (dropped.length === 0) return { kept: options, dropped };
  const { temperature: _temperature, top_p: _topP, ...rest } = others;
  return { kept: { ...rest, thinking }, dropped };
}

type Settings = ReadSettings['settings'];

function entriesOf(
  setting: Setting,
  value: JsonValue,
  wire: Wire & { readonly settings: Settings },
): readonly Entry[] {
  const { dialect, model, maxTokens, settings } = wire;
  const [usual] = settingPaths[dialect][setting] ?? [];
  const path = chatServer(wire.server)?.names?.[setting] ?? usual;
  if (path === undefined) return [];
  if (setting === 'user') return typeof value === 'string' ? [[path, userOf(value)]] : [];
  // VS Code takes one word at which to stop, and drops a list without telling.
  if (dialect === 'vscode-lm' && setting === 'stop' && Array.isArray(value))
    return value.length === 1 ? [[path, value[0] ?? '']] : [];
  if (dialect === 'ollama-chat' && setting === 'effort') return ollamaEffort(String(value), wire);
  if (dialect === 'openai-chat' && setting === 'effort') return chatEffort(String(value), wire);
  if (dialect !== 'anthropic-messages') {
    const own = setting === 'effort' ? gptEffort(String(value), model) : value;
    return own === undefined ? [] : [[path, own]];
  }
  if (setting === 'effort') {
    const limit = settings.get('maxTokens')?.value ?? maxTokens;
    return claudeEffort(String(value), { model, ...(typeof limit === 'number' && { maxTokens: limit }) });
  }
  if ((setting === 'temperature' || setting === 'topP') && !claudeSamples(model)) return [];
  return [[path, setting === 'temperature' ? Math.min(1, Number(value)) : value]];
}

function userOf(value: string): string {
  return value.length <= 64 ? value : fittingIds.long(value);
}

function put(options: Record<string, JsonValue>, path: string, value: JsonValue): void {
  const [name = '', ...inner] = path.split('.');
  if (inner.length === 0) {
    options[name] = value;
    return;
  }
  const within: Record<string, JsonValue> = { ...(options[name] as JsonObject | undefined) };
  put(within, inner.join('.'), value);
  options[name] = within;
}
