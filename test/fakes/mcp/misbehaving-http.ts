import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpListener, listen } from './http-listener.ts';
import { createMisbehavingAnswers, type Era, type Message, type Wire } from './misbehaving-answers.ts';
import { createDoorkeeper, type MisbehavingDoor } from './misbehaving-door.ts';

/** A server over Streamable HTTP that does what servers should not, as its tools and its switches say. */
export interface MisbehavingHttp extends HttpListener, MisbehavingDoor {
  /** Forgets all sessions, as after a restart, and from then on says so with a 404 or as it is told to. */
  forget(refusal?: Refusal): void;
  /** Answers from now on like this when it is asked for its version, which an old server does not know. */
  answerDiscovery(reply: DiscoveryReply): void;
}

/** Without a status it hangs up. The body is made from the id of the question. */
export interface DiscoveryReply {
  readonly status?: number;
  readonly type?: string;
  readonly body?: (id: Message['id']) => string;
}

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** What only HTTP makes possible. */
const unanswered = ['accepted', 'other_answer'];
const names = ['drip', 'no_json', 'break_off', 'end_early', 'answer_others', ...unanswered, 'batch'];

export async function startMisbehavingHttp(era: Era = 'legacy'): Promise<MisbehavingHttp> {
  let sessions = new Set<string>();
  let unknown: Refusal = { status: 404, text: 'no' };
  let discovery: DiscoveryReply | undefined;
  const { door, letIn, tell } = createDoorkeeper();
  const { answer } = createMisbehavingAnswers({ era, names });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const message = await letIn(incoming, outgoing);
    if (message === undefined) return;
    if (message.method === 'server/discover' && discovery !== undefined)
      return refuseDiscovery(outgoing, discovery, message.id);
    const session = String(incoming.headers['mcp-session-id'] ?? '');
    const isKnown = sessions.has(session);
    const status = statusFor(incoming, { message, era, unknown: isKnown ? undefined : unknown.status });
    const { wire, flush } = responseWire(outgoing, { id: message.id, tell });
    if (status !== undefined) {
      const text = status === unknown.status ? unknown.text : 'no';
      outgoing.writeHead(status, { 'content-type': 'text/plain' }).end(text);
      if (message.id === undefined) answer(message, wire);
      return;
    }
    if (message.method === 'initialize') {
      const id = randomUUID();
      sessions.add(id);
      outgoing.setHeader('mcp-session-id', id);
    }
    // Since 2026 that nobody waits any more is told by leaving.
    if (era === 'modern')
      outgoing.once('close', () => outgoing.writableEnded || tell('a call was cancelled'));
    if (misbehaves(message, outgoing))
      return void (message.params?.name === 'drip' && tell('drip was called'));
    answer(message, wire);
    flush();
  }

  const listener = await listen((incoming, outgoing) => void handle(incoming, outgoing));
  return {
    ...listener,
    ...door,
    forget(refusal = unknown) {
      sessions = new Set();
      unknown = refusal;
    },
    answerDiscovery(reply) {
      discovery = reply;
    },
  };
}

function refuseDiscovery(
  outgoing: ServerResponse,
  { status, type = 'application/json', body = () => '' }: DiscoveryReply,
  id: Message['id'],
): void {
  if (status === undefined) return void outgoing.destroy();
  outgoing.writeHead(status, { 'content-type': type }).end(body(id));
}

/** Whether it has been done in the way of this transport alone. */
function misbehaves({ id, method, params }: Message, outgoing: ServerResponse): boolean {
  const asJson = (text: string) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
    return true;
  };
  switch (method === 'tools/call' ? params?.name : undefined) {
    case 'drip':
      outgoing.writeHead(200, eventStream).write(': so slow\n');
      return true;
    case 'no_json':
      return asJson('{"jsonrpc":');
    case 'break_off':
      outgoing
        .writeHead(200, eventStream)
        .write('event: message\ndata: {"jsonrpc":', () => outgoing.destroy());
      return true;
    case 'end_early':
      outgoing.writeHead(200, eventStream).end('event: message\ndata: {"jsonrpc":');
      return true;
    case 'accepted':
      outgoing.writeHead(202).end();
      return true;
    case 'other_answer':
      return asJson('{"jsonrpc":"2.0","id":987654,"result":{"content":[]}}');
    case 'batch': {
      const result = { content: [{ type: 'text', text: 'of a batch' }], resultType: 'complete' };
      return asJson(JSON.stringify([{ jsonrpc: '2.0', id, result }]));
    }
    case 'answer_others':
      outgoing.writeHead(200, eventStream);
      outgoing.end('event: message\ndata: {"jsonrpc":"2.0","id":987654,"result":{"content":[]}}\n\n');
      return true;
    default:
      return false;
  }
}

interface Looked {
  readonly message: Message;
  readonly era: Era;
  /** How it is refused because it belongs to no session. */
  readonly unknown: number | undefined;
}

/** As the specifications want it; nothing where the request is in order. */
function statusFor({ method }: IncomingMessage, { message, era, unknown }: Looked): number | undefined {
  if (method === 'GET') return 405;
  if (era === 'modern') return message.id === undefined ? 202 : undefined;
  if (message.method === 'initialize') return undefined;
  if (message.method === 'server/discover') return 400;
  if (unknown !== undefined) return unknown;
  if (method === 'DELETE') return 200;
  return message.id === undefined ? 202 : undefined;
}

const eventStream = { 'content-type': 'text/event-stream' };

/**
 * Answers one request: as JSON where the answer is all that is said at first, else as a stream, which ends with the
 * answer.
 */
function responseWire(
  outgoing: ServerResponse,
  { id, tell }: { readonly id: Message['id'] } & Pick<Wire, 'tell'>,
): { readonly wire: Wire; readonly flush: () => void } {
  const first: string[] = [];
  let isAnswered = false;
  let isStream = false;
  const sendText = (text: string) => {
    if (isStream) outgoing.write(`event: message\ndata: ${text}\n\n`);
    else first.push(text);
  };
  return {
    wire: {
      send(message) {
        if ('id' in message && message.id === id) isAnswered = true;
        sendText(JSON.stringify(message));
      },
      sendText,
      die: () => outgoing.destroy(),
      tell,
    },
    flush() {
      if (first.length === 0) return;
      if (isAnswered && first.length === 1) {
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(first[0]);
        return;
      }
      outgoing.writeHead(200, eventStream);
      isStream = true;
      for (const text of first) sendText(text);
      if (isAnswered) outgoing.end();
    },
  };
}
