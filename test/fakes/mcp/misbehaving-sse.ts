import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpListener, listen } from './http-listener.ts';
import { createMisbehavingAnswers, type Message, type Wire } from './misbehaving-answers.ts';
import { createDoorkeeper, type MisbehavingDoor } from './misbehaving-door.ts';

/** A server over HTTP with SSE that does what servers should not, as its tools and its switches say. */
export interface MisbehavingSse extends HttpListener, MisbehavingDoor {
  /** Forgets all sessions, though their streams stay. */
  forget(): void;
  /** Ends all streams, as does whoever passes them on when nothing has come for a while. */
  cut(): void;
}

export interface MisbehavingSseOptions {
  /** Where it says that messages go; nowhere, where it says nothing of that. Absent: to itself. */
  readonly endpoint?: string | 'unsaid';
  /** It ends each stream with that. */
  readonly hangsUp?: boolean;
}

interface Session {
  readonly stream: ServerResponse;
  /** It has said hello. */
  isGreeted: boolean;
}

export async function startMisbehavingSse({
  endpoint,
  hangsUp = false,
}: MisbehavingSseOptions = {}): Promise<MisbehavingSse> {
  let sessions = new Map<string, Session>();
  const streams = new Set<ServerResponse>();
  const { door, letIn, tell } = createDoorkeeper();
  const { answer } = createMisbehavingAnswers({ names: ['drip'] });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const message = await letIn(incoming, outgoing);
    if (message === undefined) return;
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://here');
    if (incoming.method === 'GET' && pathname === '/sse') return open(outgoing);
    const session = pathname === '/message' ? sessions.get(searchParams.get('session') ?? '') : undefined;
    outgoing.writeHead(session === undefined ? 404 : 202).end();
    if (session !== undefined) receive(message, session);
  }

  function open(stream: ServerResponse) {
    const id = randomUUID();
    sessions.set(id, { stream, isGreeted: false });
    streams.add(stream);
    stream.writeHead(200, { 'content-type': 'text/event-stream' });
    stream.write('event: message\ndata: Starting up…\n\n');
    if (endpoint === 'unsaid') stream.write(': here I am\n\n');
    else stream.write(`event: endpoint\ndata: ${endpoint ?? `/message?session=${id}`}\n\n`);
    if (hangsUp) stream.end();
  }

  function receive(message: Message, session: Session) {
    const { stream } = session;
    const sendText = (text: string) => void stream.write(`event: message\ndata: ${text}\n\n`);
    const send = (sent: object) => sendText(JSON.stringify(sent));
    const wire: Wire = { send, sendText, die: () => stream.destroy(), tell };
    if (message.method === 'initialize') session.isGreeted = true;
    if (message.method?.startsWith('tools/') && !session.isGreeted) {
      const error = { code: -32602, message: 'Nobody has said hello here.' };
      return send({ jsonrpc: '2.0', id: message.id, error });
    }
    if (message.params?.name !== 'drip') return answer(message, wire);
    stream.write(': so slow\n');
    tell('drip was called');
  }

  const listener = await listen((incoming, outgoing) => void handle(incoming, outgoing));
  return {
    ...listener,
    ...door,
    forget() {
      sessions = new Map();
    },
    cut() {
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}
