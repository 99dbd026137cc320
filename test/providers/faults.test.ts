import {
  describeProviderFaults,
  recordedCalls,
  recordedText,
} from '../contracts/provider-faults-contract.ts';
import { claude, frame } from '../fakes/anthropic-server.ts';
import { says } from './anthropic/replies.ts';
import { anthropicAt, firstOf, openAiAt } from './at-servers.ts';

const key = async () => 'test-key';
const [one, two] = recordedCalls;
const pieces = [recordedText.slice(0, 11), recordedText.slice(11)];

function message(events: readonly object[]): readonly string[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const start = { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage } };
  return [start, ...events].map(frame);
}

/** A call of which the arguments come in two fragments. */
function toolUse([name, args]: readonly [string, object], index: number): readonly object[] {
  const json = JSON.stringify(args);
  const delta = (partial: string) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json: partial },
  });
  return [
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `t${index}`, name, input: {} },
    },
    delta(json.slice(0, 9)),
    delta(json.slice(9)),
    { type: 'content_block_stop', index },
  ];
}

const stop = [
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];

describeProviderFaults('a model of Anthropic', {
  connect: (url, ask = fetch) => firstOf(anthropicAt(url, { key, fetch: ask })),
  models: [claude()],
  recording: message([...says(...pieces).slice(0, -2), ...toolUse(one, 1), ...toolUse(two, 2), ...stop]),
  ending: -2,
  whole: {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'text', text: recordedText },
      ...recordedCalls.map(([name, input], at) => ({ type: 'tool_use', id: `t${at}`, name, input })),
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 9 },
  },
  saying: said => message(says(said)),
  fault: frame({
    type: 'error',
    error: { type: 'overloaded_error', message: 'the server is on fire' },
  } as object),
  overflow: frame({
    type: 'error',
    error: { type: 'invalid_request_error', message: 'prompt is too long: 213462 tokens > 200000 maximum' },
  } as object),
  unknown: frame({ type: 'weather_report', index: 0 } as object),
});

function data(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** As short as servers send them, since each byte is a place where a reply may be cut. */
function chunk(delta: object, reason?: string): object {
  return { choices: [{ index: 0, delta, ...(reason === undefined ? {} : { finish_reason: reason }) }] };
}

function callPieces([name, args]: readonly [string, object], index: number): readonly object[] {
  const json = JSON.stringify(args);
  const piece = (more: object) => chunk({ tool_calls: [{ index, ...more }] });
  return [
    piece({ id: `call_${index}`, type: 'function', function: { name, arguments: json.slice(0, 9) } }),
    piece({ function: { arguments: json.slice(9) } }),
  ];
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const chatEnd = (reason: string) => [
  data(chunk({}, reason)),
  data({ choices: [], usage }),
  'data: [DONE]\n\n',
];

describeProviderFaults('a model in Chat Completions', {
  connect: (url, ask = fetch) => firstOf(openAiAt(`${url}/v1`, { key, fetch: ask })),
  models: [{ id: 'test-model', object: 'model' }],
  recording: [...pieces.map(content => chunk({ content })), ...callPieces(one, 0), ...callPieces(two, 1)]
    // Some gateways tell in each chunk what was used so far.
    .map((each, at) => data(at === 0 ? { ...each, usage } : each))
    .concat(chatEnd('tool_calls')),
  ending: -3,
  whole: {
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: recordedText,
          tool_calls: recordedCalls.map(([name, args], at) => ({
            id: `call_${at}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { ...usage, completion_tokens: 9 },
  },
  saying: said => [data(chunk({ content: said })), ...chatEnd('stop')],
  fault: data({ error: { message: 'the server is on fire', type: 'overloaded_error', code: 503 } }),
  overflow: data({
    error: { message: 'Too long.', type: 'invalid_request_error', code: 'context_length_exceeded' },
  }),
  unknown: data({ id: 'x', object: 'weather.report' }),
});

function event(type: string, more: object): string {
  return `event: ${type}\n${data({ type, ...more })}`;
}

const completed = event('response.completed', { response: { id: 'resp_1', output: [], usage: null } });

function said(delta: string): string {
  return event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta });
}

function functionCall([name, args]: readonly [string, object], at: number): readonly string[] {
  const json = JSON.stringify(args);
  const item = { id: `fc_${at}`, type: 'function_call', call_id: `call_${at}`, name };
  const place = { item_id: item.id, output_index: at };
  return [
    event('response.output_item.added', {
      ...place,
      item: { ...item, arguments: '', status: 'in_progress' },
    }),
    event('response.function_call_arguments.delta', { ...place, delta: json }),
    event('response.output_item.done', { ...place, item: { ...item, arguments: json, status: 'completed' } }),
  ];
}

describeProviderFaults('a model in Responses', {
  connect: (url, ask = fetch) => firstOf(openAiAt(`${url}/v1`, { key, api: 'responses', fetch: ask })),
  models: [{ id: 'test-model', object: 'model' }],
  recording: [...pieces.map(said), ...functionCall(one, 1), ...functionCall(two, 2), completed],
  ending: -1,
  whole: {
    object: 'response',
    status: 'completed',
    error: null,
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: recordedText }] },
      ...recordedCalls.map(([name, args], at) => ({
        type: 'function_call',
        call_id: `call_${at}`,
        name,
        arguments: JSON.stringify(args),
        status: 'completed',
      })),
    ],
    usage: { input_tokens: 1, output_tokens: 9, total_tokens: 10 },
  },
  saying: text => [said(text), completed],
  fault: event('error', { code: 'server_error', message: 'the server is on fire', param: null }),
  overflow: event('response.failed', {
    response: {
      error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' },
    },
  }),
  unknown: event('response.weather_report', {}),
});
