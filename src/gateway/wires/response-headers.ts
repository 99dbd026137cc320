import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ClientRequest } from '../../dialects/client-request.ts';
import { optionsFor } from '../../dialects/options/options-for.ts';
import { readSettings } from '../../dialects/options/read-settings.ts';
import { ownStopWords } from '../../dialects/options/stop-words.ts';
import type { BegunTurn } from './turns/begin-turn.ts';

export function replyHeaders(
  model: Model,
  request: ClientRequest,
  leftOut: Iterable<string> = [],
): Readonly<Record<string, string>> {
  const tools = [...leftOut].map(name => `tools (${request.clientTools?.get(name)?.name ?? name})`);
  const ignored = [...request.ignored, ...tools, ...ignoredOptions(model, request)];
  return {
    ...modelHeader(model),
    ...(ignored.length === 0 ? {} : { 'x-converser-ignored': asHeader(ignored) }),
  };
}

export function turnHeaders({
  conversationId,
  unsupported,
}: Pick<BegunTurn, 'conversationId' | 'unsupported'>): Readonly<Record<string, string>> {
  const claims = unsupported();
  return {
    'x-converser-conversation': conversationId,
    ...(claims.length === 0 ? {} : { 'x-converser-unsupported': asHeader(claims) }),
  };
}

function ignoredOptions(model: Model, request: ClientRequest): readonly string[] {
  const stop = ownStopWords(model, request)?.path;
  return unknownOptions(model, request).filter(path => path !== stop);
}

function unknownOptions({ dialect, id }: Model, request: ClientRequest): readonly string[] {
  if (dialect !== undefined) return optionsFor(request, { dialect, model: id }).ignored;
  if (request.dialect === undefined) return [];
  const { settings, others } = readSettings(request.options ?? {}, request.dialect);
  return [...[...settings.values()].map(({ path }) => path), ...others];
}

/** In characters. A header can be longer. */
const longest = 2_000;

/** A header takes ASCII only. */
function asHeader(names: readonly string[]): string {
  const printable = names.map(name =>
    name.toWellFormed().replaceAll(/[^\x20-\x7e]|[,%]/gu, encodeURIComponent),
  );
  let header = '';
  for (const name of printable) {
    const longer = header === '' ? name : `${header}, ${name}`;
    if (longer.length > longest) return `${header}, ...`;
    header = longer;
  }
  return header;
}

/** The client's name may mean another spelling, or a fallback may have answered. */
function modelHeader(model: Model): Readonly<Record<string, string>> {
  const reference = modelReference(model).toWellFormed();
  return { 'x-converser-model': reference.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent) };
}
