import * as vscode from 'vscode';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
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
async function received(
  waiting: Map<string, Receive>,
  { state, until }: { readonly state: string; readonly until: AbortSignal },
): Promise<URLSearchParams> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  waiting.set(state, resolve);
  const params = await orAborted(promise, until);
  waiting.delete(state);
  if (params === aborted) throw until.reason;
  return params;
}
