/**
 * Runs VS Code's server so that its pages keep secrets over a reload, as code-server's own program does:
 *
 *     node key-holder.mjs <server script> [arguments…]
 *
 * A page keeps its secrets in the browser, sealed with a key half of which it fetches from the server
 * (https://github.com/coder/code-server/blob/v4.106.3/src/node/routes/vscode.ts). VS Code's server has no such route.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.argv.splice(1, 1);
const [, script, ...options] = process.argv;
if (!script) throw new Error('key-holder.mjs needs a script to run');

const token = readFileSync(optionNamed('connection-token-file'), 'utf8');
const file = path.join(optionNamed('user-data-dir'), 'key-half');
if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
const half = readFileSync(file);

const { emit } = http.Server.prototype;
http.Server.prototype.emit = /** @type {typeof emit} */ (
  /**
   * @this {http.Server}
   * @param {unknown[]} all
   */
  function (...all) {
    const [event, request, response] = /** @type {[string, http.IncomingMessage, http.ServerResponse]} */ (
      all
    );
    if (event !== 'request' || request.method !== 'POST' || !request.url?.endsWith('/mint-key'))
      return Reflect.apply(emit, this, all);
    // A page has this cookie once it has shown the token.
    const isOurs = request.headers.cookie?.includes(token) === true;
    response.writeHead(isOurs ? 200 : 403).end(isOurs ? half : '');
    return true;
  }
);

await import(pathToFileURL(script).href);

/** @param {string} name */
function optionNamed(name) {
  const start = `--${name}=`;
  return options.find(option => option.startsWith(start))?.slice(start.length) ?? '';
}
