import { type JsonServer, startJsonServer } from './json-server.ts';

export interface LmStudioModel {
  readonly type: 'llm' | 'vlm' | 'embedding';
  readonly longest: number;
  /** The context of each loaded instance. */
  readonly loaded?: readonly number[];
  readonly tools?: boolean;
  readonly label?: string;
}

/**
 * LM Studio's own API, since 0.4.0, and the list of its OpenAI-compatible one. A path that it does not know is
 * answered with status 200, as the real one does. https://lmstudio.ai/docs/developer/rest
 */
export function startLmStudioServer(models: Readonly<Record<string, LmStudioModel>>): Promise<JsonServer> {
  const entries = Object.entries(models);
  return startJsonServer(({ method, path }) => {
    if (path === '/v1/models')
      return {
        body: {
          object: 'list',
          data: entries.map(([id]) => ({ id, object: 'model', owned_by: 'organization_owner' })),
        },
      };
    if (path === '/api/v1/models') return { body: { models: entries.map(described) } };
    return { body: { error: `Unexpected endpoint or method. (${method} ${path})` } };
  });
}

function described([key, model]: readonly [string, LmStudioModel]): object {
  const { type, longest, loaded = [], tools = false, label = key } = model;
  return {
    type: type === 'vlm' ? 'llm' : type,
    publisher: 'qwen',
    key,
    display_name: label,
    loaded_instances: loaded.map((context_length, at) => ({
      id: at === 0 ? key : `${key}:${at + 1}`,
      config: { context_length, flash_attention: true },
    })),
    max_context_length: longest,
    format: 'gguf',
    ...(type === 'embedding'
      ? {}
      : { capabilities: { vision: type === 'vlm', trained_for_tool_use: tools } }),
  };
}
