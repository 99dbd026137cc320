/** What a model does in one reply, and how the servers of each wire stream it. */
export interface Reply {
  readonly thought?: string;
  readonly said?: string;
  readonly calls?: readonly (readonly [name: string, args: object])[];
}

export type Wire = (reply: Reply, number: number) => string;

/** Each reply of a reasoning model is signed or sealed with words that say whose it is. */
export const wires = { anthropic, chat, local, responses, text } as const satisfies Record<string, Wire>;

function data(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** What a reply has of this, as a list of one or none. */
function given(part: string | undefined): readonly string[] {
  return part === undefined ? [] : [part];
}

function named(event: { readonly type: string }): string {
  return `event: ${event.type}\n${data(event)}`;
}

function anthropic({ thought, said, calls = [] }: Reply, number: number): string {
  const blocks = [
    ...given(thought).map(thinking => ({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature: `signed-by-anthropic-${number}` },
      ],
    })),
    ...given(said).map(text => ({
      start: { type: 'text', text: '' },
      deltas: [{ type: 'text_delta', text }],
    })),
    ...calls.map(([name, args], at) => ({
      start: { type: 'tool_use', id: `toolu_${number}_${at}`, name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(args) }],
    })),
  ];
  const usage = { input_tokens: 100 * number, output_tokens: 1 };
  return [
    { type: 'message_start', message: { id: `msg_${number}`, role: 'assistant', content: [], usage } },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ]
    .map(named)
    .join('');
}

function chunks(deltas: readonly object[], reason: string, number: number): string {
  const chunk = (choices: readonly object[], more: object = {}) =>
    data({ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', choices, ...more });
  const usage = { prompt_tokens: 100 * number, completion_tokens: 20, total_tokens: 100 * number + 20 };
  return [
    ...deltas.map(delta => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: reason }]),
    chunk([], { usage }),
    'data: [DONE]\n\n',
  ].join('');
}

/** The vendor's server keeps its reasoning to itself on this wire. */
function chat({ said, calls = [] }: Reply, number: number): string {
  const deltas = [
    ...given(said).map(content => ({ content })),
    ...calls.map(([name, args], index) => {
      const called = { name, arguments: JSON.stringify(args) };
      return { tool_calls: [{ index, id: `call_${number}_${index}`, type: 'function', function: called }] };
    }),
  ];
  return chunks(deltas, calls.length > 0 ? 'tool_calls' : 'stop', number);
}

/** Local servers tell the reasoning in a field of their own, and want it back until the user speaks again. */
function local(reply: Reply, number: number): string {
  const thought =
    reply.thought === undefined ? '' : chunks([{ reasoning_content: reply.thought }], '', number);
  const first = thought.slice(0, thought.indexOf('\n\n') + 2);
  return `${first.startsWith('data') ? first : ''}${chat(reply, number)}`;
}

function responses({ thought, said, calls = [] }: Reply, number: number): string {
  const items = [
    ...given(thought).map(text => ({
      id: `rs_${number}`,
      type: 'reasoning',
      summary: [{ type: 'summary_text', text }],
      encrypted_content: `sealed-by-openai-${number}`,
    })),
    ...given(said).map(text => ({
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    })),
    ...calls.map(([name, args], at) => ({
      id: `fc_${number}_${at}`,
      type: 'function_call',
      status: 'completed',
      call_id: `call_${number}_${at}`,
      name,
      arguments: JSON.stringify(args),
    })),
  ];
  const usage = {
    input_tokens: 100 * number,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 5 },
  };
  return [
    ...items.flatMap((item, index) => {
      const place = { output_index: index, item_id: item.id };
      const delta =
        item.type === 'reasoning'
          ? { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta: thought }
          : { type: 'response.output_text.delta', ...place, content_index: 0, delta: said };
      return [
        { type: 'response.output_item.added', output_index: index, item },
        ...(item.type === 'function_call' ? [] : [delta]),
        { type: 'response.output_item.done', output_index: index, item },
      ];
    }),
    { type: 'response.completed', response: { id: `resp_${number}`, output: items, usage } },
  ]
    .map(named)
    .join('');
}

/** A model that only writes text writes what the contract asks of it. */
function text({ said = '', calls = [] }: Reply, number: number): string {
  const entries = calls.map(([name, args]) => ({ name, arguments: args }));
  const written = calls.length === 0 ? said : `${said}\n${JSON.stringify({ calls: entries })}`;
  return chunks([{ content: written }], 'stop', number);
}
