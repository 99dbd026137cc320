import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import { readAddress } from '../guarded-fetch/web-address.ts';
import {
  argumentOf,
  argumentText,
  fillPieces,
  onlyArgument,
  type Piece,
  piecesOf,
  plainText,
  Unfit,
} from './argument-placeholders.ts';

export interface UrlTemplate {
  readonly scheme: 'http' | 'https';
  readonly host: readonly Piece[];
  readonly path: readonly (readonly Piece[])[];
  readonly query: readonly { readonly name: string; readonly value: readonly Piece[] }[];
}

export function readUrlTemplate(written: string): UrlTemplate | undefined {
  const [, scheme, host, path = '', query] =
    /^(https?):\/\/([^\s/?#\\@]+)(\/[^\s?#\\]*)?(?:\?([^\s#\\]*))?$/.exec(written) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return {
    scheme: scheme === 'https' ? 'https' : 'http',
    host: piecesOf(host),
    path: path.split('/').slice(1).map(piecesOf),
    query: (query ?? '')
      .split('&')
      .filter(part => part !== '')
      .map(part => {
        const at = part.indexOf('=');
        return at < 0
          ? { name: part, value: [] }
          : { name: part.slice(0, at), value: piecesOf(part.slice(at + 1)) };
      }),
  };
}

/** Invariant: no argument adds a part of the path, goes up from it, or gets to the host; `Unfit` says which would. */
export function fillUrl({ scheme, host, path, query }: UrlTemplate, args: JsonObject): URL {
  const hostText = fillPieces(host, name => argumentText(args, name));
  const pathText = path.map(part => `/${fillPart(part, args)}`).join('');
  const queryText = query.flatMap(parameter => fillParameter(parameter, args)).join('&');
  const read = readAddress(`${scheme}://${hostText}${pathText}${queryText === '' ? '' : `?${queryText}`}`);
  if (read.kind === 'refused')
    throw new Unfit(`The arguments make an address that can’t be used. ${read.reason}`);
  const wanted = path.length === 0 ? 1 : path.length;
  if (read.url.pathname.split('/').length !== wanted + 1)
    throw new Unfit('The arguments lead out of the path.');
  return read.url;
}

function fillPart(part: readonly Piece[], args: JsonObject): string {
  const filled = fillPieces(part, name => pathValue(argumentText(args, name), name));
  if (/^(\.|%2e){1,2}$/i.test(filled) && part.some(({ kind }) => kind === 'argument')) {
    throw new Unfit('The arguments lead out of the path.');
  }
  return filled;
}

/** Some servers read an encoded slash as a slash, so nothing between slashes may go up. */
function pathValue(value: string, name: string): string {
  const isUpward = value.split(/[/\\]|%2f|%5c/i).some(step => /^(\.|%2e){1,2}(;.*)?$/i.test(step.trim()));
  if (value === '' || isUpward || /\p{Cc}/u.test(value)) {
    throw new Unfit(`The argument ${JSON.stringify(name)} can’t be a part of a path.`);
  }
  return encodeURIComponent(value);
}

/** A parameter that is a single argument is left out with it, and repeated for each item of a list. */
function fillParameter({ name, value }: UrlTemplate['query'][number], args: JsonObject): readonly string[] {
  const only = onlyArgument(value);
  if (only === undefined) {
    const text = fillPieces(value, each => encodeURIComponent(argumentText(args, each)));
    return [value.length === 0 ? name : `${name}=${text}`];
  }
  const given = argumentOf(args, only);
  if (given === undefined || given === null) return [];
  const items: readonly JsonValue[] = Array.isArray(given) ? given : [given];
  return items.map(item => `${name}=${encodeURIComponent(plainText(item, only))}`);
}
