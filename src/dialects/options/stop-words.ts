import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { Model, ModelRequest } from '../../converser/words/models/provider.ts';
import { settingPaths } from './option-paths.ts';
import { readSettings } from './read-settings.ts';

export interface StopWords {
  readonly words: readonly string[];
  readonly path: string;
}

type Asked = Pick<ModelRequest, 'options' | 'dialect'>;

/** The gateway stops at words that the API behind doesn't know, limits or doesn't report. */
export function ownStopWords(
  { dialect, capabilities }: Pick<Model, 'dialect' | 'capabilities'>,
  { options = {}, dialect: wire }: Asked,
): StopWords | undefined {
  if (wire === undefined) return undefined;
  const stop = readSettings(options, wire).settings.get('stop');
  const words = [stop?.value].flat().filter(word => typeof word === 'string' && word !== '') as string[];
  if (stop === undefined || words.length === 0) return undefined;
  if (capabilities.contract) return { words, path: stop.path };
  // Anthropic's API says which word it was, and takes none of white space only.
  const isTold = dialect === 'anthropic-messages' && words.every(word => word.trim() !== '');
  return wire === dialect || isTold ? undefined : { words, path: stop.path };
}

export function withoutStopWords({ options = {}, dialect }: Asked): JsonObject {
  const names = (dialect && settingPaths[dialect].stop) ?? [];
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)));
}
