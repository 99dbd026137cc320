import type {
  ResponseCreateParamsNonStreaming,
  ResponseInput,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { openAiAt } from '../../support/vendor-clients.ts';
import { mostRounds, type OpenClient, runTool } from './client.ts';

const loose = { type: 'function', strict: false } as const;

export const openAiResponses: OpenClient = (at, model) => {
  const client = openAiAt(at);
  return {
    name: 'openai (responses)',
    async ask(prompt, { image, schema } = {}) {
      const image_url = `data:image/png;base64,${image}`;
      const picture =
        image === undefined ? [] : [{ type: 'input_image', image_url, detail: 'auto' } as const];
      const format = { type: 'json_schema', name: 'answer', strict: true } as const;
      const response = await client.responses.create({
        model,
        store: false,
        input: [{ role: 'user', content: [{ type: 'input_text', text: prompt }, ...picture] }],
        ...(schema && { text: { format: { ...format, schema: { ...schema } } } }),
      });
      return response.output_text;
    },
    async *stream(prompt, signal) {
      const asked = { model, input: prompt, store: false, stream: true } as const;
      for await (const event of await client.responses.create(asked, signal && { signal })) {
        if (event.type === 'response.failed') throw new Error(event.response.error?.message);
        if (event.type === 'response.output_text.delta') yield event.delta;
      }
    },
    async runTools(prompt, { tools, forced }) {
      const input: ResponseInput = [{ role: 'user', content: prompt }];
      const asked: ResponseCreateParamsNonStreaming = {
        model,
        input,
        store: false,
        include: ['reasoning.encrypted_content'],
        tools: tools.map(({ name, schema }) => ({ ...loose, name, parameters: schema })),
      };
      if (forced !== undefined) asked.tool_choice = { type: 'function', name: forced };
      for (let round = 0; round < mostRounds; round++) {
        const { output, output_text } = await client.responses.create(asked);
        delete asked.tool_choice;
        input.push(...(output as ResponseInputItem[]));
        const calls = output.filter(item => item.type === 'function_call');
        if (calls.length === 0) return output_text;
        for (const { call_id, name, arguments: args } of calls) {
          const result = runTool(tools, name, JSON.parse(args));
          input.push({ type: 'function_call_output', call_id, output: result });
        }
      }
      throw new Error('No answer.');
    },
  };
};
