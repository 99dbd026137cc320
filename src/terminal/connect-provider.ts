import type { Provider } from '../converser/provider.ts';
import type { Connection } from '../providers/connection.ts';

/** A server that the command line names. */
export interface ServerOptions {
  readonly kind: 'openai' | 'anthropic';
  /** Default: the vendor's own. */
  readonly baseUrl?: string;
  /** The environment variable that holds the key; the vendor's usual one when absent. */
  readonly keyVariable?: string;
}

const usualVariable = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' } as const;

/** The provider for that server. Its client is loaded with the first request. */
export async function connectProvider({ kind, baseUrl, keyVariable }: ServerOptions): Promise<Provider> {
  const connection: Connection = {
    id: kind,
    label: kind === 'openai' ? 'OpenAI' : 'Anthropic',
    key: async () => process.env[keyVariable ?? usualVariable[kind]] || undefined,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  switch (kind) {
    case 'openai':
      return (await import('../providers/openai/openai-provider.ts')).createOpenAiProvider(connection);
    case 'anthropic':
      return (await import('../providers/anthropic/anthropic-provider.ts')).createAnthropicProvider(
        connection,
      );
  }
}
