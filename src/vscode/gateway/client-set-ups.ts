export interface GatewayAccess {
  readonly baseUrl: string;
  readonly key: string;
  /** `provider/id`. */
  readonly model: string;
  /** Programs that don't know the model assume a large window. */
  readonly contextTokens?: number;
}

export interface ClientSetUp {
  readonly name: string;
  readonly label: string;
  readonly what: string;
  readonly text: (access: GatewayAccess) => string;
  readonly launch?: (access: GatewayAccess) => Launch;
}

export interface Launch {
  readonly command: string;
  /** Contract: no character that any shell would interpret. */
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly install: string;
}

const openAi = ({ baseUrl, key }: GatewayAccess) => ({
  OPENAI_BASE_URL: `${baseUrl}/v1`,
  OPENAI_API_KEY: key,
});

/** The window is left out: Claude Code would give up small ones unasked, because it counts its tools in full. */
const claudeCode = ({ baseUrl, key, model }: GatewayAccess) => ({
  ANTHROPIC_BASE_URL: baseUrl,
  ANTHROPIC_AUTH_TOKEN: key,
  ANTHROPIC_MODEL: model,
});

const qwen = (access: GatewayAccess) => ({ ...openAi(access), OPENAI_MODEL: access.model });

export const clientSetUps: readonly ClientSetUp[] = [
  {
    name: 'claude-code',
    label: 'Claude Code',
    what: 'environment variables',
    text: access => shell(claudeCode(access), 'claude'),
    launch: access => ({
      command: 'claude',
      env: claudeCode(access),
      install: 'npm install -g @anthropic-ai/claude-code',
    }),
  },
  {
    name: 'codex',
    label: 'Codex',
    what: 'lines for ~/.codex/config.toml',
    text: codex,
    launch: launchedCodex,
  },
  {
    name: 'opencode',
    label: 'opencode',
    what: 'a provider for opencode.json',
    text: openCode,
    launch: access => ({
      command: 'opencode',
      env: { OPENCODE_CONFIG_CONTENT: openCode(access) },
      install: 'npm install -g opencode-ai',
    }),
  },
  {
    name: 'cline',
    label: 'Cline',
    what: 'a command for its program for terminals',
    text: ({ baseUrl, key, model }) =>
      `cline auth --provider openai --baseurl '${baseUrl}/v1' --apikey '${key}' --modelid '${model}'\n`,
  },
  {
    name: 'qwen-code',
    label: 'Qwen Code',
    what: 'environment variables',
    text: access => shell(qwen(access), 'qwen'),
    launch: access => ({
      command: 'qwen',
      env: qwen(access),
      install: 'npm install -g @qwen-code/qwen-code',
    }),
  },
  {
    name: 'continue',
    label: 'Continue',
    what: '~/.continue/config.yaml, for its program cn and its extensions',
    text: continueConfig,
  },
  {
    name: 'another-program',
    label: 'Another program, with fields for a base URL, a key and a model',
    what: 'base URL, key and model',
    text: ({ baseUrl, key, model }) => `Base URL: ${baseUrl}/v1\nAPI key: ${key}\nModel: ${model}\n`,
  },
  {
    name: 'mcp',
    label: 'An MCP client, for Converser’s tools',
    what: 'an entry for its mcp.json',
    text: mcpClient,
  },
  {
    name: 'openai-sdk',
    label: 'OpenAI SDK',
    what: 'environment variables',
    text: access => shell(openAi(access)),
  },
  {
    name: 'curl',
    label: 'curl',
    what: 'a request',
    text: ({ baseUrl, key, model }) =>
      `curl ${baseUrl}/v1/chat/completions -H 'authorization: Bearer ${key}' -d '${JSON.stringify({
        model,
        messages: [{ role: 'user', content: 'Hello' }],
      })}'\n`,
  },
];

function shell(env: Readonly<Record<string, string>>, command?: string): string {
  const lines = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
  return `${[...lines, ...(command === undefined ? [] : [command])].join('\n')}\n`;
}

function codex({ baseUrl, key, model, contextTokens }: GatewayAccess): string {
  const window = contextTokens === undefined ? '' : `model_context_window = ${contextTokens}\n`;
  return `model = ${JSON.stringify(model)}
${window}model_provider = "converser"

[model_providers.converser]
name = "Converser"
base_url = "${baseUrl}/v1"
wire_api = "responses"
experimental_bearer_token = "${key}"
`;
}

/** The key is in a variable, because other programs of this machine can read arguments. */
function launchedCodex({ baseUrl, key, model, contextTokens }: GatewayAccess): Launch {
  const provider = {
    name: 'Converser',
    base_url: `${baseUrl}/v1`,
    wire_api: 'responses',
    env_key: 'CONVERSER_KEY',
  };
  const settings = [
    `model=${model}`,
    ...(contextTokens === undefined ? [] : [`model_context_window=${contextTokens}`]),
    'model_provider=converser',
    ...Object.entries(provider).map(([name, value]) => `model_providers.converser.${name}=${value}`),
  ];
  return {
    command: 'codex',
    args: settings.flatMap(setting => ['-c', setting]),
    env: { CONVERSER_KEY: key },
    install: 'npm install -g @openai/codex',
  };
}

function mcpClient({ baseUrl, key }: GatewayAccess): string {
  const converser = { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return `${JSON.stringify({ mcpServers: { converser } }, undefined, 2)}\n`;
}

/** A JSON string is also a YAML string. */
function continueConfig({ baseUrl, key, model, contextTokens }: GatewayAccess): string {
  const window =
    contextTokens === undefined
      ? ''
      : `    defaultCompletionOptions:
      contextLength: ${contextTokens}
      maxTokens: ${Math.floor(contextTokens * partForReply)}
`;
  return `name: Converser
version: 1.0.0
schema: v1
models:
  - name: Converser
    provider: openai
    model: ${JSON.stringify(model)}
    apiBase: ${JSON.stringify(`${baseUrl}/v1`)}
    apiKey: ${JSON.stringify(key)}
    roles: [chat, edit, apply]
    capabilities: [tool_use]
${window}`;
}

/** Some programs want to know how long a reply may be; this is its part of the window. */
const partForReply = 1 / 4;

function openCode({ baseUrl, key, model, contextTokens }: GatewayAccess): string {
  const limit = contextTokens && {
    limit: { context: contextTokens, output: Math.floor(contextTokens * partForReply) },
  };
  const provider = {
    converser: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Converser',
      options: { baseURL: `${baseUrl}/v1`, apiKey: key },
      models: { [model]: { ...limit } },
    },
  };
  return `${JSON.stringify({ provider, model: `converser/${model}` }, undefined, 2)}\n`;
}
