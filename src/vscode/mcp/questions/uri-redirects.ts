import * as vscode from 'vscode';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Redirects } from '../../../ensembles/mcp/sign-in/redirects.ts';
import { readRedirect } from './read-redirect.ts';

export interface UriRedirects extends Redirects, Disposable {
  /** Says whether a sign-in was waiting for this redirect. */
  take(query: string): boolean;
}

const path = '/signed-in';

type Receive = (params: URLSearchParams) => void;

/** An extension can register only one URI handler, so sign-ins recognize their redirects by `state`. */
export function createUriRedirects(extensionId: string): UriRedirects {
  const waiting = new Map<string, Receive>();
  let registration: vscode.Disposable | undefined;

  function take(query: string): boolean {
    const params = readRedirect(query, vscode.env.uiKind === vscode.UIKind.Web);
    const state = params.get('state') ?? '';
    const receive = waiting.get(state);
    waiting.delete(state);
    receive?.(params);
    return receive !== undefined;
  }

  return {
    take,
    async open(signal) {
      signal.throwIfAborted();
      registration ??= vscode.window.registerUriHandler({
        handleUri: uri => {
          if (uri.path === path) take(uri.query);
        },
      });
      const uri = vscode.Uri.parse(`${vscode.env.uriScheme}://${extensionId}${path}`);
      const outside = await vscode.env.asExternalUri(uri);
      return {
        url: outside.toString(true),
        receive: (state, until) => received(waiting, { state, until }),
        close: async () => {},
      };
    },
    dispose() {
      registration?.dispose();
      waiting.clear();
    },
  };
}

/** Rejects with the signal's reason once that aborts. */
function received(
  waiting: Map<string, Receive>,
  { state, until }: { readonly state: string; readonly until: AbortSignal },
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      waiting.delete(state);
      reject(until.reason);
    };
    if (until.aborted) return stop();
    until.addEventListener('abort', stop, { once: true });
    waiting.set(state, params => {
      until.removeEventListener('abort', stop);
      resolve(params);
    });
  });
}
