import {
  type GetPromptResult,
  inputRequired,
  type McpRequestContext,
  McpServer,
} from '@modelcontextprotocol/server';

const message = 'Where to?';

/**
 * A server with a prompt that asks the person where to go, in the way of the era in which it is asked for, and with one
 * that is never written.
 */
export function createPromptingServer({ era }: Pick<McpRequestContext, 'era'>): McpServer {
  const server = new McpServer({ name: 'prompting', version: '1.0.0' }, { capabilities: { prompts: {} } });
  server.registerPrompt('plan', { description: 'Plans a journey.' }, async ({ mcpReq }) => {
    if (era !== 'modern') return said(await mcpReq.elicitInput({ message, requestedSchema: city() }));
    const answer = mcpReq.inputResponses?.where;
    if (answer !== undefined) return said(answer);
    return inputRequired({
      inputRequests: { where: inputRequired.elicit({ message, requestedSchema: city() }) },
    });
  });
  server.registerPrompt('never', { description: 'Is never written.' }, () => new Promise(() => {}));
  return server;
}

function city() {
  return { type: 'object' as const, properties: { city: { type: 'string' as const } }, required: ['city'] };
}

function said(answer: unknown): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(answer) } }] };
}
