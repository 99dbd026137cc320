import { defined } from '../../converser/json/defined.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import type { OtherServer, TerminalOptions } from './command-line.ts';
import { providerNames, readProvider } from './provider-options.ts';

export type NamedModels = Pick<TerminalOptions, 'fallbacks' | 'otherServers'>;

interface NamingValues {
  readonly fallback?: readonly string[];
}

interface MainProvider {
  readonly server?: ProviderDefinition;
  readonly tools?: ToolUse;
}

/**
 * The models that are named besides `--model`: `MODEL` of the provider of `--provider`, `PROVIDER/MODEL` of another one, or
 * `PROVIDER/MODEL@URL` where that one has another address than the usual one.
 */
export function readNamedModels(
  values: NamingValues,
  main: MainProvider,
): NamedModels | { readonly wrong: string } {
  const others = new Map<string, OtherServer>();
  const { server } = main;
  const fallbacks: string[] = [];
  for (const written of values.fallback ?? []) {
    const named = read(written, main, others);
    if ('wrong' in named) return named;
    const { name, provider, baseUrl, id } = named;
    // Where a provider's models are called after their makers, only its list says which of the two is meant.
    fallbacks.push(server === undefined || baseUrl !== undefined ? name : `${server.id}/${name}`);
    const other = provider === undefined ? undefined : others.get(provider);
    if (other !== undefined) others.set(other.server.id, { ...other, ids: [...other.ids, id] });
  }
  return { fallbacks, ...defined({ otherServers: others.size === 0 ? undefined : [...others.values()] }) };
}

/** The parts of a name, once another provider in it is among the others. */
function read(
  written: string,
  { server, tools }: MainProvider,
  others: Map<string, OtherServer>,
): Parts | { readonly wrong: string } {
  const parts = partsOf(written);
  const { provider, baseUrl } = parts;
  if (baseUrl !== undefined && (provider === undefined || provider === server?.id))
    return {
      wrong: `--fallback must name another provider before an address, as PROVIDER/MODEL@URL, not ${JSON.stringify(written)}.`,
    };
  if (provider === undefined || provider === server?.id) return parts;
  const other = readProvider({ provider, ...defined({ 'base-url': baseUrl }) }, tools);
  if (other === undefined) return parts;
  if (typeof other === 'string')
    return { wrong: `--fallback ${written}: ${other.replace(/^--base-url: /, '')}` };
  const known = others.get(provider);
  if (known === undefined) others.set(provider, { server: other, ids: [] });
  else if (known.server.baseUrl !== other.baseUrl)
    return { wrong: `--fallback names two addresses of ${provider}. Only one is possible.` };
  return parts;
}

interface Parts {
  /** Without the address. */
  readonly name: string;
  /** The known provider that the name begins with, if there is one. */
  readonly provider?: string;
  /** The rest of the name. */
  readonly id: string;
  readonly baseUrl?: string;
}

function partsOf(written: string): Parts {
  const [, name = written, baseUrl] = /^(.*?)@(https?:\/\/.*)$/.exec(written) ?? [];
  const at = name.indexOf('/');
  const [first, id] = [name.slice(0, at), name.slice(at + 1)];
  const provider = at > 0 && id !== '' && providerNames.includes(first) ? first : undefined;
  return { name, id, ...defined({ provider, baseUrl }) };
}
