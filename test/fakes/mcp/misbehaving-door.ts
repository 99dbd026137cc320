import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import { eventually } from '../../eventually.ts';
import type { Message, Note } from './misbehaving-answers.ts';

/** What stands before a server over HTTP, and does with its requests what the test says. */
export interface MisbehavingDoor {
  /** From now on each request gets this status and nothing else; `undefined` ends that. */
  refuse(status: number | undefined): void;
  /** From now on only those are let in who show this token. */
  want(token: string): void;
  /** From now on nobody gets a whole answer, though a line now and then where it drips. */
  hold(how: 'silent' | 'dripping'): void;
  /** Lets those in who are held back silently, and all others from now on. */
  release(): void;
  /** Resolves when the test was or is told so. */
  heard(note: Note): Promise<void>;
  /** Methods of the messages that were let in, and of requests without one. */
  readonly seen: readonly string[];
}

/** The other side of the door. */
export interface Doorkeeper {
  readonly door: MisbehavingDoor;
  /** The message of a request that is let in; others are answered. */
  letIn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Message | undefined>;
  tell(note: Note): void;
}

export function createDoorkeeper(): Doorkeeper {
  let refused: number | undefined;
  let token: string | undefined;
  let isDripping = false;
  let held: PromiseWithResolvers<void> | undefined;
  const seen: string[] = [];
  const notes = new Set<Note>();
  const noted = listeners<void>();
  function tell(note: Note): void {
    notes.add(note);
    noted.fire();
  }

  return {
    async letIn(incoming, outgoing) {
      const body = await text(incoming);
      const message: Message = body === '' ? {} : JSON.parse(body);
      seen.push(message.method ?? incoming.method ?? '');
      tell('somebody came');
      if (isDripping) {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
        outgoing.write(': so slow\n');
        return undefined;
      }
      await held?.promise;
      const isKnown = token === undefined || incoming.headers.authorization === `Bearer ${token}`;
      const status = refused ?? (isKnown ? undefined : 401);
      if (status === undefined) return message;
      outgoing.writeHead(status, { 'content-type': 'text/plain' }).end('no');
      return undefined;
    },
    tell,
    door: {
      refuse(status) {
        refused = status;
      },
      want(next) {
        token = next;
      },
      hold(how) {
        isDripping = how === 'dripping';
        if (how === 'silent') held = Promise.withResolvers();
      },
      release() {
        isDripping = false;
        held?.resolve();
        held = undefined;
      },
      async heard(note) {
        await eventually(noted.listen, () => notes.has(note));
      },
      seen,
    },
  };
}
