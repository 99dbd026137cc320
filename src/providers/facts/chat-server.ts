import type { ChatServer } from '../../converser/models/provider.ts';
import type { ModelFacts, ProviderDefinition } from './provider-definition.ts';

/** Who serves a model: as its list says, or by the address, or else by the id of a well-known provider. */
export function chatServerOf(
  { id, baseUrl = '' }: Pick<ProviderDefinition, 'id' | 'baseUrl'>,
  { server }: ModelFacts,
): ChatServer | undefined {
  if (server !== undefined) return server;
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? presets[id];
}

const hosts: readonly (readonly [RegExp, ChatServer])[] = [
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/^generativelanguage\.googleapis\.com$/, 'gemini'],
  [/(^|\.)x\.ai$/, 'xai'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)(z\.ai|bigmodel\.cn)$/, 'zai'],
  [/(^|\.)moonshot\.(ai|cn)$/, 'moonshot'],
  [/(^|\.)(minimax\.io|minimaxi\.com)$/, 'minimax'],
  [/(^|\.)groq\.com$/, 'groq'],
];

const presets: Readonly<Record<string, ChatServer>> = { llamacpp: 'llama.cpp', vllm: 'vllm' };

/** What the programs that serve models call themselves in their lists. */
export function serverNamed(owner: unknown): ChatServer | undefined {
  return typeof owner === 'string' && Object.hasOwn(owners, owner) ? owners[owner] : undefined;
}

export const owners: Readonly<Record<string, ChatServer>> = {
  llamacpp: 'llama.cpp',
  sglang: 'sglang',
  vllm: 'vllm',
};
