import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { Catalogue } from './catalogue.ts';
import type { Origin } from './nativize-entries.ts';
import { isOwnUri, qualifiedUri, readQualifiedUri } from './qualified-uri.ts';

export interface Catalogues {
  readonly resources: Catalogue<Resource>;
  readonly templates: Catalogue<ResourceTemplateType>;
}

export interface FoundResource extends Origin {
  readonly isListed: boolean;
}

/** Throws `InvalidParams` where an address means several ensembles, or none. */
export async function findResource(
  uri: string,
  { resources, templates }: Catalogues,
  signal: AbortSignal,
): Promise<FoundResource> {
  const named = readQualifiedUri(uri);
  if (named !== undefined) return { ensemble: named.ensemble, own: named.uri, isListed: true };
  if (isOwnUri(uri)) throw new ResourceNotFoundError(uri);
  const known = await resources.find(uri, signal);
  if (known !== undefined) return { ensemble: known.ensemble, own: known.own, isListed: true };
  const [listed, templated] = await Promise.all([resources.list(signal), templates.list(signal)]);
  const offered = [...listed.values(), ...templated.values()];
  const owner =
    onlyOwner(
      uri,
      [...listed.values()].filter(({ own }) => own === uri),
    ) ?? onlyOwner(uri, nearest(uri, [...templated.values()]));
  if (owner !== undefined) return { ensemble: owner, own: uri, isListed: true };
  const [only, ...others] = ownersIn(offered);
  if (only === undefined || others.length > 0) throw new ResourceNotFoundError(uri);
  return { ensemble: only, own: uri, isListed: false };
}

/** Compares templates up to their first variable: matching them as patterns could take for ever. */
function nearest(uri: string, templates: readonly Origin[]): readonly Origin[] {
  const beginning = ({ own }: Origin) => own.split('{', 1)[0] ?? '';
  const fitting = templates.filter(template => uri.startsWith(beginning(template)));
  const longest = Math.max(...fitting.map(template => beginning(template).length));
  return fitting.filter(template => beginning(template).length === longest);
}

function onlyOwner(uri: string, origins: readonly Origin[]): string | undefined {
  const [owner, ...others] = ownersIn(origins);
  if (owner === undefined || others.length === 0) return owner;
  const names = [owner, ...others].map(ensemble => qualifiedUri({ ensemble, uri })).join(', ');
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `params.uri: this could mean any of ${names}`);
}

function ownersIn(origins: readonly Origin[]): readonly string[] {
  return [...new Set(origins.map(({ ensemble }) => ensemble))];
}
