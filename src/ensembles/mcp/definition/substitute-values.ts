import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { readEnvFile } from './env-file.ts';
import { atHome, placeIn } from './launch-places.ts';
import { replacePlaceholders } from './placeholders.ts';
import { lookUpValue } from './resolve-placeholder.ts';
import type { HttpServer, ServerDefinition, ServerTransport, StdioServer } from './server-definition.ts';
import type { FillInOptions } from './values.ts';

/** Invariant: a missing value is an error that names its place, never an empty string. No error contains a value. */
export async function fillInValues(
  definition: ServerDefinition,
  options: FillInOptions,
): Promise<ServerDefinition> {
  const fill: Fill = (text, place) =>
    replacePlaceholders(text, placeholder => lookUpValue(placeholder, { ...options, definition, place }));
  const { transport } = definition;
  return { ...definition, transport: await fillIn(transport, { ...options, definition, fill }) };
}

type Fill = (text: string, place: string) => Promise<string>;

interface Filling extends FillInOptions {
  readonly definition: ServerDefinition;
  readonly fill: Fill;
}

function fillIn(transport: ServerTransport, filling: Filling): Promise<ServerTransport> {
  return transport.kind === 'stdio' ? fillInStdio(transport, filling) : fillInHttp(transport, filling);
}

async function fillInStdio(server: StdioServer, filling: Filling): Promise<StdioServer> {
  const { fill, values, definition, covers } = filling;
  const { envFile, cwd, ...rest } = server;
  const placed = placeIn(definition, values);
  const command = atHome(await fill(server.command, 'command'), values);
  const args: string[] = [];
  for (const [index, arg] of server.args.entries()) args.push(await fill(arg, `args[${index}]`));
  const file = envFile === undefined ? undefined : placed(await fill(envFile, 'envFile'));
  const env = await fillEach(server.env, { fill, place: 'env' });
  const known = { definition, written: env, folders: values.folders, readText: values.readText, covers };
  const ofFile = file === undefined ? {} : await readEnvFile(file, known);
  // Programs may run code of their folder: npx prefers a package there.
  const folder = placed(cwd === undefined ? '' : await fill(cwd, 'cwd'));
  return { ...rest, command, args, env: { ...ofFile, ...env }, cwd: folder };
}

async function fillInHttp(server: HttpServer, { fill, definition }: Filling): Promise<HttpServer> {
  const url = await fill(server.url, 'url');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw serverErrors.serverValue(definition.name, 'url', 'It must begin with http:// or https://.');
  }
  const headers = await fillEach(server.headers, { fill, place: 'headers' });
  for (const [name, value] of Object.entries(headers)) {
    // `fetch` would reject it, too, and quote the value.
    if (isHeaderValue.test(value)) continue;
    const problem =
      'It contains a line break or another character that headers can’t contain. Set its value again.';
    throw serverErrors.serverValue(definition.name, `headers.${name}`, problem);
  }
  const secret = server.oauthClientSecret;
  if (secret === undefined) return { ...server, url, headers };
  return { ...server, url, headers, oauthClientSecret: await fill(secret, 'oauth_client_secret') };
}

const isHeaderValue = /^[\t\x20-\x7e\x80-\xff]*$/;

async function fillEach(
  written: Readonly<Record<string, string>>,
  { fill, place }: { readonly fill: Fill; readonly place: string },
): Promise<Readonly<Record<string, string>>> {
  const filled: [string, string][] = [];
  for (const [name, value] of Object.entries(written)) {
    filled.push([name, await fill(value, `${place}.${name}`)]);
  }
  return Object.fromEntries(filled);
}
