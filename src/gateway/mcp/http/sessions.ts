import { randomUUID } from 'node:crypto';
import { isInitializeRequest, type Server } from '@modelcontextprotocol/server';
import type { Clock } from '../../../converser/ground/ports.ts';
import { refusals, refuse } from './json-rpc-refusal.ts';
import { Session } from './session.ts';

export const sessionLimits = {
  sessions: 32,
  idle: 30 * 60_000,
};

export interface Sessions {
  answer(request: Request, body: unknown): Promise<Response>;
  readonly servers: readonly Server[];
  close(): Promise<void>;
}

export interface SessionsOptions {
  readonly createServer: () => Server;
  readonly clock: Pick<Clock, 'after'>;
}

export function createSessions({ createServer, clock }: SessionsOptions): Sessions {
  // The least recently used comes first.
  const sessions = new Map<string, Session>();

  function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    return session?.close() ?? Promise.resolve();
  }

  function use(session: Session, request: Request, body: unknown): Promise<Response> {
    sessions.delete(session.id);
    sessions.set(session.id, session);
    return session.answer(request, body);
  }

  async function hasRoom(): Promise<boolean> {
    if (sessions.size < sessionLimits.sessions) return true;
    const idle = [...sessions.values()].find(({ isIdle }) => isIdle);
    if (idle === undefined) return false;
    await end(idle.id);
    return true;
  }

  async function begin(request: Request, body: unknown): Promise<Response> {
    if (!(await hasRoom())) return refuse(refusals.tooManySessions);
    const id = randomUUID();
    const session = new Session(id, createServer(), {
      clock,
      idle: sessionLimits.idle,
      onOver: () => end(id),
    });
    sessions.set(id, session);
    await session.open();
    const response = await use(session, request, body);
    if (!response.ok) await end(id);
    return response;
  }

  return {
    async answer(request, body) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return isInitializeRequest(body) ? begin(request, body) : refuse(refusals.noSession);
      const session = sessions.get(id);
      return session === undefined ? refuse(refusals.unknownSession) : use(session, request, body);
    },
    get servers() {
      return [...sessions.values()].map(({ server }) => server);
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
