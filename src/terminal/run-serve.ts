import { once } from 'node:events';
import { aborted, orAborted } from '../converser/ground/async/abort.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { Log } from '../converser/ground/ports.ts';
import { modelReference } from '../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../converser/words/models/model-roster.ts';
import { type Client, createClientKeys } from '../gateway/guard/client-keys.ts';
import { createModelFinder, type ModelChoices } from '../gateway/models/find-model.ts';
import { reachWarnings } from '../gateway/reach.ts';
import type { ServeOptions } from './command-line/command-line.ts';
import { openKeys } from './keys/open-keys.ts';
import type { KeySource } from './keys/open-keys-file.ts';
import type { TerminalProvider } from './models/open-providers.ts';
import { openDoor } from './open-door.ts';
import type { Terminal } from './open-terminal.ts';

export type ServeOutcome = 'stopped' | { readonly wrong: string };

type ServeChoices = Pick<ServeOptions, 'keyFile' | 'keysFile' | 'model' | 'settings'>;

/** Says where on the standard output, in one line of JSON, once it listens. */
export async function runServe(
  options: ServeChoices,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ServeOutcome> {
  const source = await openKeys(options, terminal.converser.host);
  if ('wrong' in source) return source;
  try {
    return await serveWith(source, { options, terminal, signal });
  } finally {
    source.dispose();
  }
}

interface Serving {
  readonly options: ServeChoices;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

async function serveWith(source: KeySource, { options, terminal, signal }: Serving): Promise<ServeOutcome> {
  const { converser, providers } = terminal;
  const { models, host } = converser;
  const { log } = host;
  const { model, settings } = options;
  const { reach } = settings.gateway;
  const { fallbacks: chains } = settings;
  const missing = await firstMissing([model, ...(chains['*'] ?? [])], models, signal);
  if (missing !== undefined) return { wrong: missing };
  const keys = createClientKeys(() => source.kept, { onDidChange: source.onDidChange, onFirstUse: greet });
  const choices: ModelChoices = defined({ chains, ordinary: model });
  const door = await openDoor(settings.gateway, { terminal, keys, choices });
  if ('problem' in door) return { wrong: `${door.problem} ${door.remedy}` };
  for (const warning of reachWarnings(reach, door.port)) log.warn(warning);
  const { baseUrl } = door;
  try {
    const names = await namesIn(models, { choices, log, signal });
    const said = { baseUrl, key: source.first, mcp: `${baseUrl}/mcp`, models: names };
    process.stdout.write(`${JSON.stringify(said)}\n`);
    if (process.stderr.isTTY) process.stderr.write(`Serving at ${baseUrl} until you press Ctrl+C.\n`);
    if (names.length === 0) await warnNoModels(providers[0], { log, signal });
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await door.close();
  }
  return 'stopped';
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

interface Listing {
  readonly choices: ModelChoices;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** In milliseconds. The program that started this one waits for the line that says where it is. */
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
  provider: TerminalProvider | undefined,
  { log, signal }: Pick<Listing, 'log' | 'signal'>,
): Promise<void> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(longestListing)]);
  const asked = await orAborted(provider?.ask(late) ?? Promise.resolve(undefined), late);
  if (asked === aborted) return;
  const reason = asked !== undefined && 'code' in asked.outcome ? asked.outcome.message : undefined;
  log.warn(`No model is available yet. ${reason ?? 'The model provider lists none.'}`);
}
