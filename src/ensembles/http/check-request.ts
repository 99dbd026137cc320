import { isUnencrypted } from '../../converser/ground/addresses.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { HttpDescriptor, InvokerDescriptor } from '../descriptors/descriptor.ts';
import { inside, type Mistake, mistake } from '../descriptors/mistakes/diagnostic.ts';
import { isNamed, readAddressPattern } from '../guarded-fetch/address-pattern.ts';
import { readAddress } from '../guarded-fetch/web-address.ts';
import { type Piece, piecesOf } from './argument-placeholders.ts';
import { stringsIn } from './body-template.ts';
import { type CheckingPieces, checkPieces, propertiesOf } from './check-pieces.ts';
import { readUrlTemplate, type UrlTemplate } from './url-template.ts';

export function checkRequest(written: InvokerDescriptor, http: HttpDescriptor): readonly Mistake[] {
  const { url, place, method = 'GET', body } = written;
  if (url === undefined) return [mistake(place, 'key', 'Missing key "url".')];
  const template = readUrlTemplate(url);
  const at = inside(place, 'url');
  if (template === undefined) {
    return [
      mistake(at, 'value', 'url must be an address such as "https://api.example.com/items/{id}?q={query}".'),
    ];
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return [
    ...checkHost(template, written, http),
    ...check(partsOf(template), { written, place: at, mayBeSecret: false }),
    ...checkRequired(template, written),
    ...checkHeaders(written),
    ...check(stringsIn(body).flatMap(piecesOf), {
      written,
      place: inside(place, 'body'),
      mayBeSecret: false,
    }),
    ...(body === undefined || hasBody
      ? []
      : [mistake(inside(place, 'body'), 'key', `body must be left out: ${method} has none.`)]),
    ...checkSecrets(template, written, http),
  ];
}

export function checkShared(
  { headers = {}, allowedHosts = [] }: HttpDescriptor,
  written: InvokerDescriptor,
): readonly Mistake[] {
  const { document } = written.place;
  const hosts = allowedHosts.flatMap((host, index) => {
    try {
      readAddressPattern(host);
      return [];
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return [mistake({ document, path: ['http', 'allowed_hosts', index] }, 'value', message)];
    }
  });
  return [
    ...hosts,
    ...Object.entries(headers).flatMap(([name, value]) =>
      checkHeader(name, value, {
        written,
        place: { document, path: ['http', 'headers', name] },
        mayBeSecret: true,
      }),
    ),
  ];
}

function partsOf({ host, path, query }: UrlTemplate): readonly Piece[] {
  return [...host, ...path.flat(), ...query.flatMap(({ value }) => value)];
}

type Checking = Omit<CheckingPieces, 'secretsIn'>;

function check(pieces: readonly Piece[], checking: Checking): readonly Mistake[] {
  return checkPieces(pieces, { ...checking, secretsIn: 'headers' });
}

/** A host may come from a closed list, but never from anything else that a model writes. */
function checkHost(
  { scheme, host }: UrlTemplate,
  written: InvokerDescriptor,
  { allowedHosts }: HttpDescriptor,
): readonly Mistake[] {
  const at = inside(written.place, 'url');
  const named = host.flatMap(piece => (piece.kind === 'argument' ? [piece.name] : []));
  const open = named.find(name => !isClosed(propertiesOf(written)[name]));
  if (open !== undefined) {
    const message = `{${open}} is a part of the host, so the argument must have an enum of names such as ["eu", "us"].`;
    return [mistake(at, 'value', message)];
  }
  if (named.length > 0) {
    return allowedHosts === undefined
      ? [
          mistake(
            at,
            'value',
            'An argument is a part of the host. Add allowed_hosts = ["*.example.com"] to [http].',
          ),
        ]
      : [];
  }
  const read = readAddress(
    `${scheme}://${host.map(piece => (piece.kind === 'text' ? piece.text : '')).join('')}/`,
  );
  if (read.kind === 'refused')
    return [mistake(at, 'value', `url names no host that can be used. ${read.reason}`)];
  return allowedHosts === undefined || isNamed(read.url, allowedHosts)
    ? []
    : [mistake(at, 'value', `${read.url.host} is not among the allowed_hosts of [http].`)];
}

function isClosed(schema: unknown): boolean {
  return (
    isJsonObject(schema) &&
    Array.isArray(schema.enum) &&
    schema.enum.every(each => typeof each === 'string' && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(each))
  );
}

/** Leaving an argument out would leave a hole in the path or the host. */
function checkRequired({ host, path }: UrlTemplate, written: InvokerDescriptor): readonly Mistake[] {
  const { required } = written.arguments ?? {};
  const properties = propertiesOf(written);
  return [...host, ...path.flat()].flatMap(piece => {
    if (piece.kind !== 'argument') return [];
    const property = properties[piece.name];
    const isThere =
      (Array.isArray(required) && required.includes(piece.name)) ||
      (isJsonObject(property) && property.default !== undefined);
    const message = `Add ${JSON.stringify(piece.name)} to required, or give it a default: the address needs it.`;
    return isThere || property === undefined ? [] : [mistake(inside(written.place, 'url'), 'value', message)];
  });
}

function checkHeaders(written: InvokerDescriptor): readonly Mistake[] {
  return Object.entries(written.headers ?? {}).flatMap(([name, value]) =>
    checkHeader(name, value, { written, place: inside(written.place, 'headers', name), mayBeSecret: true }),
  );
}

function checkHeader(name: string, value: string, checking: Checking): readonly Mistake[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    return [mistake(checking.place, 'key', 'Not a valid header name.')];
  if (
    /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i.test(
      name,
    )
  ) {
    return [mistake(checking.place, 'key', `${name} can’t be set: it is about the connection.`)];
  }
  return check(piecesOf(value), checking);
}

/** A secret may go unencrypted only to hosts that the descriptor allows by name. */
function checkSecrets(
  { scheme, host }: UrlTemplate,
  written: InvokerDescriptor,
  { headers, allowedHosts = [] }: HttpDescriptor,
): readonly Mistake[] {
  const values = [...Object.values(headers ?? {}), ...Object.values(written.headers ?? {})];
  if (!values.flatMap(piecesOf).some(({ kind }) => kind === 'secret')) return [];
  const url = URL.parse(
    `${scheme}://${host.map(piece => (piece.kind === 'text' ? piece.text : 'x')).join('')}/`,
  );
  if (url === null || !isUnencrypted(url.href) || isNamed(url, allowedHosts)) return [];
  return [
    mistake(inside(written.place, 'url'), 'value', 'A secret would be sent without encryption. Use https.'),
  ];
}
