import { defined } from '../../converser/ground/json/defined.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import type { OtherServer } from './command-line.ts';
import { providerNames, readProvider } from './provider-options.ts';
import type { Wrong } from './written-settings.ts';

export interface NamedFallbacks {
  readonly chain: readonly string[];
  readonly otherServers: readonly OtherServer[];
}

interface MainProvider {
  readonly server?: ProviderDefinition | undefined;
  readonly tools?: ToolUse | undefined;
}

/** Reads `MODEL`, `PROVIDER/MODEL` or `PROVIDER/MODEL@URL`. */
export function readFallbacks(written: readonly string[], main: MainProvider): NamedFallbacks | Wrong {
  const others = new Map<string, OtherServer>();
  const { server } = main;
  const chain: string[] = [];
  for (const each of written) {
    const named = read(each, main, others);
    if ('wrong' in named) return named;
    const { name, provider, baseUrl, id } = named;
    // If a provider's models are called after their makers, only its list says which of the two is meant.
    chain.push(server === undefined || baseUrl !== undefined ? name : `${server.id}/${name}`);
    const other = provider === undefined ? undefined : others.get(provider);
    if (other !== undefined) others.set(other.server.id, { ...other, ids: [...other.ids, id] });
  }
  return { chain, otherServers: [...others.values()] };
}

function read(
  written: string,
  { server, tools }: MainProvider,
  others: Map<string, OtherServer>,
): Parts | Wrong {
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
  readonly name: string;
  readonly provider?: string;
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
