/**
 * What servers should not answer, over whatever transport. The messages are made by hand, because no library would
 * let them pass.
 */

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly cursor?: string;
  };
}

/** Whatever carries messages to whoever sent one. */
export interface Wire {
  send(message: object): void;
  /** Sends what may be no message. */
  sendText(text: string): void;
  die(): void;
  tell(note: Note): void;
}

export type Note = 'somebody came' | 'silent was called' | 'drip was called' | 'a call was cancelled';

/** `legacy`: the specification of June 2025; `modern`: that of July 2026. */
export type Era = 'legacy' | 'modern';

export interface MisbehavingAnswers {
  answer(message: Message, wire: Wire): void;
  say(wire: Wire, id: Message['id'], text: string): void;
  /** Offers a tool more, and says so. */
  add(wire: Wire): void;
}

export interface MisbehavingAnswersOptions {
  readonly era?: Era;
  readonly version?: string;
  /** Those whose calls somebody else answers. */
  readonly names?: readonly string[];
  /** Told as they are, besides the others. */
  readonly broken?: readonly object[];
  /** Starts with what `rename` makes of it. */
  readonly isRenamed?: boolean;
  /** Its list of tools has a further page after each. */
  readonly isEndless?: boolean;
  readonly instructions?: string | undefined;
}

interface FakeTool {
  readonly name: string;
  readonly does: string;
}

const common = 'ok die silent twice huge malformed as_told wrong_id add_tool rename relabel'.split(' ');

/** Each tool misbehaves as its name says; those that are not known say what they were given. */
export function createMisbehavingAnswers({
  era = 'legacy',
  version = '1',
  names = [],
  broken = [],
  isRenamed = false,
  isEndless = false,
  instructions,
}: MisbehavingAnswersOptions = {}): MisbehavingAnswers {
  let tools: readonly FakeTool[] = [...common, ...names].map(name => ({ name, does: name }));
  if (isRenamed) tools = renamed(tools, 'fine');
  const listening = new Map<Message['id'], Wire>();
  const serverInfo = { name: 'misbehaving', version };
  const capabilities = { tools: { listChanged: true } };

  function reply(wire: Wire, id: Message['id'], result: object) {
    const isOf2026 = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } };
    wire.send({ jsonrpc: '2.0', id, result: era === 'modern' ? { ...result, ...isOf2026 } : result });
  }

  function say(wire: Wire, id: Message['id'], text: string) {
    reply(wire, id, { content: [{ type: 'text', text }] });
  }

  /** Whoever listens is told where that has to be asked for; else whoever made the change. */
  function change(wire: Wire, next: readonly FakeTool[]) {
    tools = next;
    const note = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    if (era === 'legacy') return wire.send(note);
    for (const [id, each] of listening) each.send({ ...note, params: { _meta: subscription(id) } });
  }

  const add = (wire: Wire) => change(wire, [...tools, { name: 'added', does: 'added' }]);

  function call({ id, params }: Message, wire: Wire) {
    switch (params?.name) {
      case 'die':
        return wire.die();
      case 'silent':
        return wire.tell('silent was called');
      case 'twice':
        say(wire, id, 'first');
        return say(wire, id, 'second');
      case 'huge':
        return say(wire, id, 'z'.repeat(5_000_000));
      case 'malformed':
        for (const text of ['Starting up…', '{"jsonrpc":"1.0","id":1}', '[]', '{"jsonrpc":'])
          wire.sendText(text);
        return say(wire, id, 'after all');
      case 'as_told':
        return reply(wire, id, params.arguments?.result as object);
      case 'wrong_id':
        say(wire, 987_654, 'not for you');
        return say(wire, id, 'for you');
      case 'add_tool':
        add(wire);
        return say(wire, id, 'added');
      case 'rename':
        change(wire, renamed(tools, 'fine'));
        return say(wire, id, 'renamed');
      case 'relabel':
        change(wire, renamed(tools, 'ok'));
        return say(wire, id, 'relabelled');
      default:
        return say(wire, id, `${params?.name} ${JSON.stringify(params?.arguments)}`);
    }
  }

  function list(cursor = ''): object {
    const common = { ttlMs: 0, cacheScope: 'private' };
    if (!isEndless) return { tools: [...tools.map(describe), ...broken], ...common };
    const page = Number(cursor);
    const listed = page === 0 ? tools : [{ name: `page_${page}`, does: 'it' }];
    return { tools: listed.map(describe), nextCursor: String(page + 1), ...common };
  }

  function answer(message: Message, wire: Wire) {
    const { id, method } = message;
    switch (method) {
      case 'tools/list':
        return reply(wire, id, list(message.params?.cursor));
      case 'tools/call':
        return call(message, wire);
      case 'notifications/cancelled':
        return wire.tell('a call was cancelled');
    }
    if (era === 'legacy' && method === 'initialize') {
      return reply(wire, id, { protocolVersion: '2025-06-18', capabilities, serverInfo, instructions });
    }
    if (era === 'modern' && method === 'server/discover') {
      return reply(wire, id, { supportedVersions: ['2026-07-28'], capabilities, instructions });
    }
    if (era === 'modern' && method === 'subscriptions/listen') {
      listening.set(id, wire);
      const params = { notifications: { toolsListChanged: true }, _meta: subscription(id) };
      return wire.send({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params });
    }
    if (id === undefined || method === undefined) return;
    wire.send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  }

  return { answer, say, add };
}

/** Calls `ok` otherwise, whatever it says to do. */
function renamed(tools: readonly FakeTool[], does: string): readonly FakeTool[] {
  return tools.map(tool => (tool.name === 'ok' ? { name: 'fine', does } : tool));
}

function describe({ name, does }: FakeTool): object {
  const tool = { name, description: `Does ${does}.`, inputSchema: { type: 'object', properties: {} } };
  if (name === 'ok') return { ...tool, annotations: { readOnlyHint: true, destructiveHint: false } };
  return tool;
}

function subscription(id: Message['id']): object {
  return { 'io.modelcontextprotocol/subscriptionId': id };
}
