import { defined } from '../../converser/json/defined.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';
import type { FallbackServer } from './command-line.ts';
import { providerNames, readProvider } from './provider-options.ts';

interface ReadFallbacks {
  /** See `TerminalOptions`. */
  readonly fallbacks: readonly string[];
  readonly fallbackServers?: readonly FallbackServer[];
}

interface MainProvider {
  readonly server?: ProviderDefinition;
  readonly tools?: ToolUse;
}

/**
 * What `--fallback` names: `MODEL` of the provider of `--provider`, `PROVIDER/MODEL` of another one, or
 * `PROVIDER/MODEL@URL` where that one has another address than the usual one.
 */
export function readFallbacks(
  written: readonly string[] = [],
  { server, tools }: MainProvider,
): ReadFallbacks | { readonly wrong: string } {
  const others = new Map<string, { readonly server: ProviderDefinition; readonly ids: string[] }>();
  const fallbacks: string[] = [];
  for (const each of written) {
    const { name, provider, id, baseUrl } = partsOf(each);
    if (baseUrl !== undefined && (provider === undefined || provider === server?.id))
      return {
        wrong: `--fallback must name another provider before an address, as PROVIDER/MODEL@URL, not ${JSON.stringify(each)}.`,
      };
    // Where a provider's models are called after their makers, only its list says which of the two is meant.
    fallbacks.push(server === undefined || baseUrl !== undefined ? name : `${server.id}/${name}`);
    if (provider === undefined || provider === server?.id) continue;
    const other = readProvider({ provider, ...defined({ 'base-url': baseUrl }) }, tools);
    if (other === undefined) continue;
    if (typeof other === 'string')
      return { wrong: `--fallback ${each}: ${other.replace(/^--base-url: /, '')}` };
    const known = others.get(provider);
    if (known === undefined) others.set(provider, { server: other, ids: [id] });
    else if (known.server.baseUrl === other.baseUrl) known.ids.push(id);
    else return { wrong: `--fallback names two addresses of ${provider}. Only one is possible.` };
  }
  return { fallbacks, ...(others.size === 0 ? {} : { fallbackServers: [...others.values()] }) };
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
