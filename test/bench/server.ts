import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { answerPieces, callArguments, readScenario, type Scenario, toolNames } from './scenario.ts';

/**
 * A model that needs no time to think unless the scenario says so, in a process of its own so that its work counts for
 * nobody. A reply is rendered once, and sent at once unless the scenario has a pace. The number of a caller's requests tells the round.
 */
const replies = new Map<string, readonly Buffer[]>();
const rounds = new Map<string, number>();
/** As many as those have who let many vendors be reached through one. */
const listed = ['bench', ...Array.from({ length: 300 }, (_, at) => `vendor/model-${at}`)].map(id => ({ id }));

const server = createServer(async (request, response) => {
  const url = request.url ?? '';
  if (/\/v1\/models(\?|$)/.test(url))
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: listed }));
  if (request.method === 'GET') return void response.writeHead(404).end();
  const scenario = readScenario(url);
  const asked = rounds.get(url) ?? 0;
  rounds.set(url, asked + 1);
  const round = asked % (scenario.rounds + 1);
  const least = scenario.history + round * (scenario.calls > 0 ? 2 : 0);
  if (!isWhole(await read(request), least))
    return void response.writeHead(400).end('The request does not hold the conversation.');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const key = `${url} ${round}`;
  const render = url.includes('/v1/messages') ? renderMessages : renderChat;
  const reply = replies.get(key) ?? inPackets([...render(scenario, round)], scenario);
  replies.set(key, reply);
  if (scenario.thinks !== undefined) await sleep(scenario.thinks);
  await send(response, reply, scenario);
});

function inPackets(events: readonly string[], { pace, together = 1 }: Scenario): readonly Buffer[] {
  const each = pace === undefined ? events.length : together;
  const packets = Array.from({ length: Math.ceil(events.length / each) }, (_, at) =>
    events.slice(at * each, (at + 1) * each),
  );
  return packets.map(packet => Buffer.from(packet.join('')));
}

async function send(response: ServerResponse, packets: readonly Buffer[], { pace }: Scenario): Promise<void> {
  if (pace === undefined) return void response.end(packets[0]);
  for (const packet of packets) {
    response.write(packet);
    await (pace === 0 ? turn() : sleep(pace));
  }
  response.end();
}

/** Nobody may be fast by sending less than the conversation: the server keeps nothing of it. */
function isWhole(body: string, messagesAtLeast: number): boolean {
  const { messages, tools } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return Array.isArray(messages) && Array.isArray(tools) && body.length > messagesAtLeast * 20;
}

async function read(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
}

function* renderChat(scenario: Scenario, round: number): Generator<string> {
  const head = { id: `chatcmpl-${round}`, object: 'chat.completion.chunk', created: 1, model: 'bench' };
  const chunk = (delta: object, finish: string | null = null) =>
    data({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  const { isAnswer, said, calls } = replyOf(scenario, round);
  yield chunk({ role: 'assistant', content: '' });
  for (const piece of said) yield chunk({ content: piece });
  for (const [index, { id, name, pieces }] of calls.entries()) {
    yield chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of pieces) yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, isAnswer ? 'stop' : 'tool_calls');
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
  yield data({ ...head, choices: [], usage });
  yield 'data: [DONE]\n\n';
}

function* renderMessages(scenario: Scenario, round: number): Generator<string> {
  const named = (type: string, fields: object) => `event: ${type}\n${data({ type, ...fields })}`;
  const { isAnswer, said, calls } = replyOf(scenario, round);
  const usage = { input_tokens: 1000, output_tokens: 1 };
  const message = {
    id: `msg_${round}`,
    type: 'message',
    role: 'assistant',
    model: 'bench',
    content: [],
    usage,
  };
  yield named('message_start', { message });
  const blocks = [
    { block: { type: 'text', text: '' }, deltas: said.map(text => ({ type: 'text_delta', text })) },
    ...calls.map(({ id, name, pieces }) => ({
      block: { type: 'tool_use', id, name, input: {} },
      deltas: pieces.map(piece => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ];
  for (const [index, { block, deltas }] of blocks.entries()) {
    yield named('content_block_start', { index, content_block: block });
    for (const delta of deltas) yield named('content_block_delta', { index, delta });
    yield named('content_block_stop', { index });
  }
  const delta = { stop_reason: isAnswer ? 'end_turn' : 'tool_use', stop_sequence: null };
  yield named('message_delta', { delta, usage: { output_tokens: 100 } });
  yield named('message_stop', {});
}

/** What the model says in a round. Before its calls it says a few words. */
function replyOf({ rounds: last, calls, fragments, deltas }: Scenario, round: number) {
  const isAnswer = round === last;
  return {
    isAnswer,
    said: answerPieces(isAnswer ? deltas : 8),
    calls: Array.from({ length: isAnswer ? 0 : calls }, (_, call) => ({
      id: `call_${round}_${call}`,
      name: `bench__${toolNames[call % toolNames.length]}`,
      pieces: inPieces(callArguments(round, call, fragments), fragments),
    })),
  };
}

function inPieces(text: string, count: number): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

// A connection that a contestant keeps must not end between two samples.
server.keepAliveTimeout = 3_600_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit());
