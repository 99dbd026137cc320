import { once } from 'node:events';
import { aborted, orAborted } from '../converser/async/abort.ts';
import { defined } from '../converser/json/defined.ts';
import { type ModelRoster, modelReference } from '../converser/models/model-roster.ts';
import type { Log } from '../converser/ports.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import { createActivity } from '../gateway/activity/activity.ts';
import { createGateway } from '../gateway/gateway.ts';
import { type Client, createClientKeys, keep } from '../gateway/guard/client-keys.ts';
import { listen } from '../gateway/listen.ts';
import { createModelFinder, type ModelChoices } from '../gateway/models/find-model.ts';
import { reachWarnings } from '../gateway/reach/reach.ts';
import type { ServeOptions } from './command-line/options.ts';
import type { ComposedTerminal } from './compose-terminal.ts';
import { continued } from './render/printable.ts';
import { readKey } from './state/key-file.ts';
import { openSpendingFile } from './state/spending-file.ts';

export type ServeOutcome = 'stopped' | { readonly wrong: string };

type ServeChoices = Pick<
  ServeOptions,
  'port' | 'reach' | 'keyFile' | 'dailyCost' | 'logsContent' | 'model' | 'fallbacks'
>;

/** Serves until the signal aborts. Says where on the standard output, in one line of JSON, once it listens. */
export async function runServe(
  { port, reach, keyFile, dailyCost, logsContent, model, fallbacks }: ServeChoices,
  { ports: { roster, permissions, host, limits }, models, whyNoModels, rootNames }: ComposedTerminal,
  signal: AbortSignal,
): Promise<ServeOutcome> {
  const read = await readKey(host.log, keyFile);
  if ('wrong' in read) return read;
  const { key } = read;
  const missing = await firstMissing([model, ...fallbacks], models, signal);
  if (missing !== undefined) return { wrong: missing };
  const kept = [keep(key, defined({ name: 'terminal', dollarsPerDay: dailyCost }))];
  const keys = createClientKeys(() => kept, { onFirstUse: greet });
  const spendings = await openSpendingFile(host.log);
  const activity = createActivity(host);
  const choices: ModelChoices = { fallbacks, ...(model === undefined ? {} : { ordinary: model }) };
  const turns = { limits, supervisor: () => supervisorText(rootNames) };
  const gateway = createGateway(
    { models, roster, permissions, host, keys, activity },
    {
      choices: () => choices,
      origins: () => reach.origins,
      contentLog: () => (logsContent ? writeLine : undefined),
      spendings,
      turns,
    },
  );
  const door = await listen(gateway, { port, reach }).catch(cause => listenTrouble(cause, { port, reach }));
  if ('wrong' in door) return door;
  for (const warning of reachWarnings(reach, door.port)) host.log.warn(warning);
  const { baseUrl } = door;
  try {
    const names = await namesIn(models, { choices, log: host.log, signal });
    process.stdout.write(`${JSON.stringify({ baseUrl, key, mcp: `${baseUrl}/mcp`, models: names })}\n`);
    if (process.stderr.isTTY) process.stderr.write(`Serving at ${baseUrl} until you press Ctrl+C.\n`);
    if (names.length === 0) await warnNoModels(whyNoModels, { log: host.log, signal });
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await door.close();
    await spendings.saved();
  }
  return 'stopped';
}

function writeLine(line: string): void {
  process.stderr.write(`${continued(line)}\n`);
}

function greet({ name }: Client): void {
  process.stderr.write(`A program uses the key “${name}” for the first time.\n`);
}

async function firstMissing(
  references: readonly (string | undefined)[],
  models: ModelRoster,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const reference of references) {
    if (reference === undefined || (await models.find(reference, signal)) !== undefined) continue;
    const known = (await models.models(signal)).map(modelReference);
    return `Model ${reference} not found. Available: ${known.join(', ')}.`;
  }
  return undefined;
}

function listenTrouble(
  cause: unknown,
  { port, reach }: Pick<ServeOptions, 'port' | 'reach'>,
): { readonly wrong: string } {
  const remedy = 'Choose another with --port N, or leave it out for any that is free.';
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') return { wrong: `Port ${port} is in use by another program. ${remedy}` };
  if (code === 'EACCES') return { wrong: `You may not use port ${port}. ${remedy}` };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      wrong: `This machine doesn't have the address ${reach.at.address}. Choose another with --host ADDRESS, or leave it out.`,
    };
  throw cause;
}

interface Listing {
  readonly choices: ModelChoices;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Milliseconds. Whoever started this waits for the line that says where it is. */
const longestListing = 5_000;

async function namesIn(models: ModelRoster, { choices, log, signal }: Listing): Promise<readonly string[]> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(longestListing)]);
  const listed = await orAborted(createModelFinder(models, () => choices).models(signal), late);
  if (listed !== aborted) return listed.map(modelReference);
  if (!signal.aborted)
    log.warn('The model provider has not listed its models yet. GET /v1/models asks it again.');
  return choices.ordinary === undefined ? [] : [choices.ordinary];
}

async function warnNoModels(
  why: ComposedTerminal['whyNoModels'],
  { log, signal }: Pick<Listing, 'log' | 'signal'>,
): Promise<void> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(longestListing)]);
  const reason = await orAborted(why(late), late);
  if (reason === aborted) return;
  log.warn(`No model is available yet. ${reason ?? 'The model provider lists none.'}`);
}
