import type { JsonValue } from '../../converser/ground/json/json.ts';
import type { ModelOptions } from '../../converser/words/models/model-options.ts';
import type { Dialect } from '../../converser/words/models/provider.ts';

export type Setting =
  | 'maxTokens'
  | 'temperature'
  | 'topP'
  | 'stop'
  | 'effort'
  | 'seed'
  | 'user'
  | 'verbosity'
  | 'cacheKey'
  | 'cacheRetention'
  | 'tier';

export const settingPaths: Readonly<Record<Dialect, Readonly<Partial<Record<Setting, readonly string[]>>>>> =
  {
    'openai-chat': {
      // A server that knows only the newer name says so, and gets it.
      maxTokens: ['max_tokens', 'max_completion_tokens'],
      temperature: ['temperature'],
      topP: ['top_p'],
      stop: ['stop'],
      effort: ['reasoning_effort'],
      seed: ['seed'],
      user: ['user', 'safety_identifier'],
      verbosity: ['verbosity'],
      cacheKey: ['prompt_cache_key'],
      cacheRetention: ['prompt_cache_retention'],
      tier: ['service_tier'],
    },
    'openai-responses': {
      maxTokens: ['max_output_tokens'],
      temperature: ['temperature'],
      topP: ['top_p'],
      effort: ['reasoning.effort'],
      user: ['user', 'safety_identifier'],
      verbosity: ['text.verbosity'],
      cacheKey: ['prompt_cache_key'],
      cacheRetention: ['prompt_cache_retention'],
      tier: ['service_tier'],
    },
    'anthropic-messages': {
      maxTokens: ['max_tokens'],
      temperature: ['temperature'],
      topP: ['top_p'],
      stop: ['stop_sequences'],
      effort: ['output_config.effort', 'thinking'],
      user: ['metadata.user_id'],
    },
    // Options without a dialect come under the second names, which are those of other APIs.
    'ollama-chat': {
      maxTokens: ['options.num_predict', 'num_predict', 'max_tokens'],
      temperature: ['options.temperature', 'temperature'],
      topP: ['options.top_p', 'top_p'],
      stop: ['options.stop', 'stop'],
      effort: ['think'],
      seed: ['options.seed', 'seed'],
    },
    'vscode-lm': {
      maxTokens: ['max_tokens'],
      temperature: ['temperature'],
      stop: ['stop'],
    },
  };

export type Entry = readonly [path: string, value: JsonValue];

export const wantedNames = {
  maxTokens: 'maxOutputTokens',
  temperature: 'temperature',
  topP: 'topP',
  stop: 'stop',
  effort: 'effort',
  seed: 'seed',
  verbosity: 'verbosity',
  tier: 'serviceTier',
} as const satisfies Partial<Record<Setting, keyof ModelOptions>>;
