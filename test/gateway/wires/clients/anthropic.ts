import type { Anthropic } from '@anthropic-ai/sdk';
import { anthropicAt } from '../../support/vendor-clients.ts';
import { mostRounds, type OpenClient, runTool } from './client.ts';

export const anthropic: OpenClient = (at, model) => {
  const client = anthropicAt(at);
  const max_tokens = 1000;
  return {
    name: '@anthropic-ai/sdk',
    async ask(prompt, { image, schema } = {}) {
      const source = { type: 'base64', media_type: 'image/png', data: image ?? '' } as const;
      const picture = image === undefined ? [] : [{ type: 'image', source } as const];
      const { content } = await client.messages.create({
        model,
        max_tokens,
        messages: [{ role: 'user', content: [{ type: 'text', text: prompt }, ...picture] }],
        ...(schema && { output_config: { format: { type: 'json_schema', schema: { ...schema } } } }),
      });
      return content.map(block => (block.type === 'text' ? block.text : '')).join('');
    },
    async *stream(prompt, signal) {
      const messages = [{ role: 'user' as const, content: prompt }];
      for await (const event of client.messages.stream({ model, max_tokens, messages }, signal && { signal }))
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
    },
    async runTools(prompt, { tools, forced }) {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }];
      let choice: Anthropic.ToolChoice =
        forced === undefined ? { type: 'auto' } : { type: 'tool', name: forced };
      for (let round = 0; round < mostRounds; round++) {
        const { content, stop_reason } = await client.messages.create({
          model,
          max_tokens,
          messages,
          tools: tools.map(({ name, schema }) => ({ name, input_schema: schema })),
          tool_choice: choice,
        });
        choice = { type: 'auto' };
        messages.push({ role: 'assistant', content });
        if (stop_reason !== 'tool_use')
          return content.map(block => (block.type === 'text' ? block.text : '')).join('');
        const calls = content.filter(block => block.type === 'tool_use');
        const results = calls.map(({ id, name, input }) => {
          const said = runTool(tools, name, input as object);
          return { type: 'tool_result', tool_use_id: id, content: said } as const;
        });
        messages.push({ role: 'user', content: results });
      }
      throw new Error('No answer.');
    },
  };
};
