import { type JsonAnswer, type JsonRequest, type JsonServer, startJsonServer } from './json-server.ts';

export interface OllamaModel {
  readonly capabilities?: readonly string[];
  /** What its Modelfile sets, such as `num_ctx 16384`. */
  readonly parameters?: string;
  readonly trained?: number;
  /** The context it is loaded with; absent when it is not loaded. */
  readonly loaded?: number;
  /** The name elsewhere of a model that does not run on this machine. */
  readonly remote?: string;
}

/** Ollama's own API and the list of its OpenAI-compatible one: https://docs.ollama.com/api */
export function startOllamaServer(models: Readonly<Record<string, OllamaModel>>): Promise<JsonServer> {
  return startJsonServer(request => ollamaRoute(request, models));
}

export function ollamaRoute(
  { method, path, body }: JsonRequest,
  models: Readonly<Record<string, OllamaModel>>,
): JsonAnswer | undefined {
  const entries = Object.entries(models);
  switch (`${method} ${path}`) {
    case 'GET /api/version':
      return { body: { version: '0.23.1' } };
    case 'GET /api/tags':
      return {
        body: { models: entries.map(([name]) => ({ name, model: name, size: 1, digest: 'd', details })) },
      };
    case 'GET /api/ps': {
      const running = entries.filter(([, { loaded }]) => loaded !== undefined);
      return {
        body: {
          models: running.map(([name, { loaded }]) => ({
            name,
            model: name,
            context_length: loaded,
            details,
          })),
        },
      };
    }
    case 'POST /api/show':
      return show(models[(body as { readonly model: string }).model]);
    case 'GET /v1/models':
      return {
        body: {
          object: 'list',
          data: entries.map(([id]) => ({ id, object: 'model', created: 1, owned_by: 'library' })),
        },
      };
    default:
      return undefined;
  }
}

const details = { parent_model: '', format: 'gguf', family: 'qwen3', parameter_size: '8.2B' };

function show(model: OllamaModel | undefined): JsonAnswer {
  if (model === undefined) return { status: 404, body: { error: 'model not found' } };
  const { capabilities, parameters, trained, remote } = model;
  return {
    body: {
      modelfile: '# Modelfile',
      ...(parameters === undefined ? {} : { parameters }),
      template: '{{ .Prompt }}',
      details,
      model_info: {
        'general.architecture': 'qwen3',
        ...(trained === undefined ? {} : { 'qwen3.context_length': trained }),
      },
      ...(capabilities === undefined ? {} : { capabilities }),
      ...(remote === undefined ? {} : { remote_model: remote, remote_host: 'https://ollama.com:443' }),
    },
  };
}
