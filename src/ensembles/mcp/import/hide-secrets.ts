import { looksSecret } from '../../../converser/ground/secrets/looks-secret.ts';
import type { ServerTransport } from '../definition/server-definition.ts';

export interface Hidden<T> {
  readonly definition: T;
  readonly secrets: ReadonlyMap<string, string>;
}

interface Defined {
  readonly name: string;
  readonly transport: ServerTransport;
}

export function hideSecrets<T extends Defined>(definition: T): Hidden<T> {
  const secrets = new Map<string, string>();
  const keep = (what: string, value: string): string => {
    // A `$${` escapes our placeholders, and isn't part of the secret.
    const plain = value.replaceAll('$${', '${');
    const key = freeKey(secretKey(definition.name, what), plain, secrets);
    secrets.set(key, plain);
    return `\${secret:${key}}`;
  };
  return { definition: { ...definition, transport: hideIn(definition.transport, keep) }, secrets };
}

export function secretKey(server: string, what: string): string {
  return `${server}-${what}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

type Keep = (what: string, value: string) => string;

function freeKey(wanted: string, value: string, taken: ReadonlyMap<string, string>): string {
  const base = wanted.replace(/^-|-$/g, '');
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(key) || taken.get(key) === value) return key;
  }
}

function hideIn(transport: ServerTransport, keep: Keep): ServerTransport {
  if (transport.kind !== 'stdio') {
    return { ...transport, url: hideInUrl(transport.url, keep), headers: hideEach(transport.headers, keep) };
  }
  return { ...transport, args: hideInArgs(transport.args, keep), env: hideEach(transport.env, keep) };
}

function hideEach(values: Readonly<Record<string, string>>, keep: Keep): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, hideValue(name, value, keep)]),
  );
}

function hideValue(name: string, value: string, keep: Keep): string {
  if (!looksSecret(name, value)) return value;
  const [, scheme = '', rest = value] = /^((?:Bearer|Basic|Token)\s+)(.+)$/is.exec(value) ?? [];
  // Placeholders remain: inside a secret they wouldn't be replaced.
  const pieces = rest.split(/((?<!\$)\$\{[^{}]*\})/);
  const hidden = pieces.map((piece, index) => (index % 2 === 1 || piece === '' ? piece : keep(name, piece)));
  return `${scheme}${hidden.join('')}`;
}

/** Such as `--api-key abc`, `--api-key=abc` or `--header "Authorization: Bearer abc"`. */
function hideInArgs(args: readonly string[], keep: Keep): readonly string[] {
  return args.map((arg, index) => {
    const [, option, joined] = /^(-{1,2}[\w-]+|[A-Za-z_]\w*)=(.*)$/s.exec(arg) ?? [];
    if (option !== undefined && joined !== undefined) return `${option}=${hideValue(option, joined, keep)}`;
    const [, header, gap = '', value] = /^([A-Za-z][\w-]*)(:\s*)(.+)$/s.exec(arg) ?? [];
    if (header !== undefined && value !== undefined && !value.startsWith('//')) {
      return `${header}${gap}${hideValue(header, value, keep)}`;
    }
    const before = args[index - 1] ?? '';
    const isValue = /^--?[A-Za-z]/.test(before) && !before.includes('=') && !arg.startsWith('-');
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(arg)) return hideInUrl(arg, keep);
    return hideValue(isValue ? before : '', arg, keep);
  });
}

/** Some addresses are keys themselves, so random segments of the path are hidden, too. */
function hideInUrl(url: string, keep: Keep): string {
  return url
    .replace(/(?<=^[a-z][a-z0-9+.-]*:\/\/[^?#]*\/)[\w-]{20,}(?=[/?#]|$)/gi, segment =>
      looksRandom(segment) ? keep('path', segment) : segment,
    )
    .replace(
      /^([a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:)([^/?#\s@]+)(?=@)/i,
      (whole, before: string, password: string) =>
        password.includes('${') ? whole : `${before}${keep('password', password)}`,
    )
    .replace(/([?&])([^=&#]+)=([^&#]+)/g, (whole, mark: string, name: string, value: string) =>
      looksSecret(name, value) ? `${mark}${name}=${keep(name, value)}` : whole,
    );
}

function looksRandom(segment: string): boolean {
  return (segment.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []).length >= 3;
}
