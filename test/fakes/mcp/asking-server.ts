import {
  type CallToolResult,
  fromJsonSchema,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  type McpRequestContext,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

const form = {
  message: 'Where to?',
  requestedSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', title: 'City', minLength: 2 },
      days: { type: 'integer', minimum: 1, maximum: 7, default: 3 },
    },
    required: ['city'],
  },
} as const;

const question = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Say hi' } }],
  maxTokens: 50,
} as const;

type Kind = 'form' | 'page' | 'sample' | 'roots';

/**
 * A server whose tools ask the person, the model and the workspace, in the way of the era in which they are called,
 * and return what they were answered. Its resource asks the person, and so does a prompt; another is never written.
 */
export function createAskingServer({ era }: Pick<McpRequestContext, 'era'>): McpServer {
  const server = new McpServer({ name: 'asking', version: '1.0.0' }, { capabilities: { tools: {} } });
  const inputSchema = fromJsonSchema({ type: 'object', properties: {} });
  for (const kind of ['form', 'page', 'sample', 'roots'] as const) {
    server.registerTool(kind, { description: `Asks for ${kind}.`, inputSchema }, async (_args, context) =>
      era === 'modern' ? inRounds(kind, context) : said(await directly(kind, server, context)),
    );
  }
  const hear = async (context: ServerContext): Promise<string | InputRequiredResult> => {
    if (era !== 'modern') return JSON.stringify(await directly('form', server, context));
    const answer = context.mcpReq.inputResponses?.form;
    return answer === undefined
      ? inputRequired({ inputRequests: { form: requests.form() } })
      : JSON.stringify(answer);
  };
  const uri = 'asking://form';
  server.registerResource('form', uri, { description: 'Asks for form.' }, async (_uri, context) => {
    const text = await hear(context);
    return typeof text === 'string' ? { contents: [{ uri, text }] } : text;
  });
  server.registerPrompt('form', { description: 'Asks for form.' }, async context => {
    const text = await hear(context);
    return typeof text === 'string'
      ? { messages: [{ role: 'user', content: { type: 'text', text } }] }
      : text;
  });
  server.registerPrompt('never', { description: 'Is never written.' }, () => new Promise(() => {}));
  server.registerTool('evil', { description: 'Asks to open a program.', inputSchema }, async () => {
    const url = 'javascript:alert(1)';
    return era === 'modern'
      ? inputRequired({ inputRequests: { evil: inputRequired.elicitUrl({ message: 'Look', url }) } })
      : said(await server.server.elicitInput({ mode: 'url', message: 'Look', url, elicitationId: 'e' }));
  });
  const slow = { description: 'Never ends by itself.', inputSchema };
  server.registerTool('slow', slow, async (_args, { mcpReq }) => {
    const token = mcpReq._meta?.progressToken;
    if (token !== undefined) {
      const params = { progressToken: token, progress: 1, total: 4, message: 'Looking' };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    await new Promise(resolve => mcpReq.signal.addEventListener('abort', resolve, { once: true }));
    process.stderr.write('The call was cancelled.\n');
    return said('too late');
  });
  return server;
}

function said(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

const page = 'https://pages.example/consent?id=7';

const requests: Readonly<Record<Kind, () => InputRequest>> = {
  form: () => inputRequired.elicit({ message: form.message, requestedSchema: mutable(form.requestedSchema) }),
  page: () => inputRequired.elicitUrl({ message: 'Agree there', url: page }),
  sample: () => inputRequired.createMessage(mutable(question)),
  roots: () => inputRequired.listRoots(),
};

function inRounds(kind: Kind, { mcpReq }: ServerContext): CallToolResult | InputRequiredResult {
  const answer = mcpReq.inputResponses?.[kind];
  if (answer !== undefined) return said(answer);
  return inputRequired({ inputRequests: { [kind]: requests[kind]() } });
}

async function directly(kind: Kind, { server }: McpServer, { mcpReq }: ServerContext): Promise<unknown> {
  switch (kind) {
    case 'form':
      return mcpReq.elicitInput({ message: form.message, requestedSchema: mutable(form.requestedSchema) });
    case 'page':
      return mcpReq.elicitInput({ mode: 'url', message: 'Agree there', url: page, elicitationId: 'e1' });
    case 'sample':
      return mcpReq.requestSampling(mutable(question));
    case 'roots':
      return server.listRoots();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the library's types are of lists that may be written to.
function mutable(value: unknown): any {
  return structuredClone(value);
}
