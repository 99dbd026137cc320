import type { ProviderDefinition } from '../facts/provider-definition.ts';

export interface Preset extends Pick<ProviderDefinition, 'id' | 'label' | 'kind' | 'keyVariable'> {
  readonly baseUrl?: string;
  readonly example?: string;
  readonly needsKey: boolean;
}

/** Some systems look up `localhost` as `::1` first, where these servers do not listen. */
export const presets: readonly Preset[] = [
  hosted('anthropic', 'Anthropic', 'https://api.anthropic.com'),
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1'),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1'),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1'),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1'),
  hosted('gemini', 'Google Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai'),
  hosted('xai', 'xAI', 'https://api.x.ai/v1'),
  hosted('moonshot', 'Moonshot AI', 'https://api.moonshot.ai/v1'),
  hosted('zai', 'Z.ai', 'https://api.z.ai/api/paas/v4'),
  // Its key is a token with the permission models:read.
  hosted('github-models', 'GitHub Models', 'https://models.github.ai/inference', 'GITHUB_TOKEN'),
  {
    id: 'azure',
    label: 'Azure OpenAI',
    kind: 'openai',
    example: 'https://NAME.openai.azure.com/openai/v1/',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    needsKey: true,
  },
  local('ollama', 'Ollama', 11434),
  local('lmstudio', 'LM Studio', 1234),
  local('llamacpp', 'llama.cpp', 8080),
  local('vllm', 'vLLM', 8000),
];

export function presetOf(id: string): Preset | undefined {
  return presets.find(preset => preset.id === id);
}

function hosted(
  id: string,
  label: string,
  baseUrl: string,
  keyVariable = `${id.toUpperCase()}_API_KEY`,
): Preset {
  const kind = id === 'anthropic' ? 'anthropic' : id === 'openai' ? 'openai-responses' : 'openai';
  return { id, label, kind, baseUrl, keyVariable, needsKey: true };
}

function local(id: string, label: string, port: number): Preset {
  const kind = id === 'ollama' ? 'ollama' : 'openai';
  return { id, label, kind, baseUrl: `http://127.0.0.1:${port}/v1`, needsKey: false };
}
