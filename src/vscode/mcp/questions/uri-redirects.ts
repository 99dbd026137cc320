import * as vscode from 'vscode';
import type { Disposable } from '../../../converser/async/listeners.ts';
import type { Redirects } from '../../../ensembles/mcp/sign-in/redirects.ts';
import { readRedirect } from './read-redirect.ts';

/** The browser comes back to VS Code, which hands over to the extension what it brought. */
export interface UriRedirects extends Redirects, Disposable {
  /** Takes what the browser brought; whether anybody waited for it. */
  take(query: string): boolean;
}

export interface UriRedirectsOptions {
  readonly extensionId: string;
  /** Whether authorization servers may know us by a document, which names the addresses to which a browser comes back. */
  readonly hasDocument: () => boolean;
}

const path = '/signed-in';

/**
 * VS Code's handler of URIs can be registered once for an extension, so it is, with the first sign-in. Several may be
 * under way: each knows its own by the `state` that it sent along.
 */
export function createUriRedirects({ extensionId, hasDocument }: UriRedirectsOptions): UriRedirects {
  const waiting = new Map<string, (params: URLSearchParams) => void>();
  let registration: vscode.Disposable | undefined;

  function take(query: string): boolean {
    const params = readRedirect(query, vscode.env.uiKind === vscode.UIKind.Web);
    const state = params.get('state') ?? '';
    const receive = waiting.get(state);
    waiting.delete(state);
    receive?.(params);
    return receive !== undefined;
  }

  /**
   * On a desktop VS Code adds the number of its window, which no document can name. Without it the browser comes back
   * to the window that was used last, which is the one where somebody has just wanted to sign in.
   */
  async function outsideOf(uri: vscode.Uri): Promise<vscode.Uri> {
    const outside = await vscode.env.asExternalUri(uri);
    return hasDocument() && outside.scheme === uri.scheme ? uri : outside;
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
      const outside = await outsideOf(uri);
      return {
        url: outside.toString(true),
        receive: (state, until) =>
          new Promise((resolve, reject) => {
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
          }),
        close: async () => {},
      };
    },
    dispose() {
      registration?.dispose();
      waiting.clear();
    },
  };
}
