import type { JsonObject } from '../../../src/converser/ground/json/json.ts';

/** The events of a reply that says some pieces of text. */
export function says(...pieces: readonly string[]): readonly object[] {
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...pieces.map(text => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index: 0 },
    ...stops('end_turn'),
  ];
}

/** The events of a reply that calls tools, their arguments in fragments of two characters. */
export function calls(...all: readonly (readonly [name: string, args: JsonObject])[]): readonly object[] {
  return [
    ...all.flatMap(([name, args], index) => [
      {
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      },
      ...(JSON.stringify(args).match(/.{1,2}/gs) ?? []).map(partial => ({
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json: partial },
      })),
      { type: 'content_block_stop', index },
    ]),
    ...stops('tool_use'),
  ];
}

function stops(reason: string): readonly object[] {
  return [
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ];
}
