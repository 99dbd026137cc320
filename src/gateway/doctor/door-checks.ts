import { type IncomingHttpHeaders, request } from 'node:http';
import type { Check, Finding } from './finding.ts';

export type DoorState =
  | { readonly status: 'running'; readonly baseUrl: string; readonly isOpen: boolean }
  | { readonly status: 'stopped' }
  | { readonly status: 'starting' }
  | { readonly status: 'failed'; readonly reason: string };

export interface DoorAccess {
  readonly baseUrl: string;
  readonly key: string;
}

export function runsCheck(state: DoorState): Check {
  return { title: 'Gateway', run: async signal => [await running(state, signal)] };
}

async function running(state: DoorState, signal: AbortSignal): Promise<Finding> {
  const title = 'Running';
  switch (state.status) {
    case 'stopped':
      return {
        state: 'warning',
        title,
        found: 'The gateway is not running, so other programs can’t use Converser.',
        remedy: { text: 'Start it, then check again.', action: 'start-gateway' },
      };
    case 'starting':
      return {
        state: 'warning',
        title,
        found: 'The gateway is starting.',
        remedy: { text: 'Check again in a moment.' },
      };
    case 'failed':
      return {
        state: 'bad',
        title,
        found: `The gateway couldn’t start: ${state.reason}`,
        remedy: { text: 'Choose another port, then start the gateway again.', action: 'change-port' },
      };
    case 'running': {
      const status = await statusOf(state.baseUrl, { method: 'HEAD', signal }).catch(() => undefined);
      if (status === 200)
        return { state: 'good', title, found: `${state.baseUrl} answers, ${reachText(state.isOpen)}.` };
      return {
        state: 'bad',
        title,
        found: `${state.baseUrl} does not answer as it should (${status ?? 'no connection'}).`,
        remedy: {
          text: 'Restart the gateway. If that does not help, check what else uses the port.',
          action: 'restart-gateway',
        },
      };
    }
  }
}

function reachText(isOpen: boolean): string {
  return isOpen ? 'and other machines can reach it, too' : 'on this machine only';
}

export function guardCheck({ baseUrl, key }: DoorAccess): Check {
  const ask = (signal: AbortSignal, headers: IncomingHttpHeaders) =>
    statusOf(`${baseUrl}/openapi.json`, { method: 'GET', signal, headers });
  const withKey = { authorization: `Bearer ${key}` };
  return {
    title: 'Access',
    run: signal =>
      Promise.all([
        accepts('Key', {
          found: 'A valid key is accepted.',
          status: ask(signal, withKey),
        }),
        refuses('Wrong key', {
          status: ask(signal, { authorization: 'Bearer wrong' }),
          found: 'An invalid key is refused.',
          danger: 'An invalid key was accepted.',
        }),
        refuses('Host check', {
          status: ask(signal, { ...withKey, host: 'rebinding.example' }),
          found: 'A request under a foreign host name is refused, even with a key (DNS rebinding).',
          danger: 'A request under a foreign host name was accepted (DNS rebinding).',
        }),
        refuses('Origin check', {
          status: ask(signal, { ...withKey, origin: 'https://page.example' }),
          found: 'A request of a web page is refused, even with a key.',
          danger: 'A request of a web page was accepted.',
        }),
      ]),
  };
}

async function accepts(
  title: string,
  { status, found }: { readonly status: Promise<number>; readonly found: string },
): Promise<Finding> {
  const answered = await status;
  if (answered === 200) return { state: 'good', title, found };
  return {
    state: 'bad',
    title,
    found: `A valid key was answered with status ${answered}.`,
    remedy: { text: 'Restart the gateway.', action: 'restart-gateway' },
  };
}

interface Refused {
  readonly status: Promise<number>;
  readonly found: string;
  readonly danger: string;
}

async function refuses(title: string, { status, found, danger }: Refused): Promise<Finding> {
  const answered = await status;
  const isRefused = answered === 401 || answered === 403 || answered === 421;
  if (isRefused) return { state: 'good', title, found };
  return {
    state: 'bad',
    title,
    found: `${danger} Status: ${answered}.`,
    remedy: { text: 'Stop the gateway, and look for an update of Converser.' },
  };
}

interface Asked {
  readonly method: 'GET' | 'HEAD';
  readonly headers?: IncomingHttpHeaders;
  readonly signal: AbortSignal;
}

/** `fetch` forbids the Host header. */
function statusOf(url: string, asked: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...asked, agent: false }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
}
