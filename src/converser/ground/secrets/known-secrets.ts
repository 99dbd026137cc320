import { createMayHold } from './may-hold.ts';
import { createSecretValues, type SecretValues, shortestSecret } from './secret-values.ts';

/** MCP servers and providers quote the keys that they refuse, and tools print them. */
export interface KnownSecrets extends SecretValues {
  hide(text: string): string;
  hideIn<T>(value: T): T;
}

export const mark = '••••';

export function createKnownSecrets(values: SecretValues = createSecretValues()): KnownSecrets {
  let prepared = 0;
  let spellings: readonly string[] = [];
  let ends: readonly End[] = [];
  let mayHold = (_text: string) => false;

  function prepare(): void {
    if (prepared === values.all.length) return;
    prepared = values.all.length;
    spellings = [...new Set(values.all.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
    ends = values.all.flatMap(endsOf);
    mayHold = createMayHold([...spellings, ...ends.map(({ piece }) => piece)]);
  }

  function hide(text: string): string {
    prepare();
    if (!mayHold(text)) return text;
    let rest = text;
    for (const spelling of spellings) if (rest.includes(spelling)) rest = rest.replaceAll(spelling, mark);
    for (const end of ends) if (rest.includes(end.piece)) rest = withoutEnd(rest, end);
    return rest;
  }

  return {
    ...values,
    hide,
    hideIn: <T>(value: T) => (values.all.length === 0 ? value : (hiddenIn(value, hide) as T)),
  };
}

interface End {
  readonly secret: string;
  readonly piece: string;
  readonly isStart: boolean;
}

function endsOf(secret: string): readonly End[] {
  const pieces = [
    { secret, isStart: true, piece: secret.slice(0, shortestSecret) },
    { secret, isStart: false, piece: secret.slice(-shortestSecret) },
  ];
  return pieces.filter(({ piece }) => piece !== secret && looksRandom(piece));
}

function looksRandom(piece: string): boolean {
  const isMixed = /\d/.test(piece) || /[a-z].*[A-Z]/.test(piece);
  return isMixed && /[A-Za-z]/.test(piece) && /^[\w+/=.~-]+$/.test(piece);
}

function withoutEnd(text: string, end: End): string {
  const { piece } = end;
  let rest = '';
  let from = 0;
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, from)) {
    const more = charactersMore(text, at, end);
    rest += `${text.slice(from, end.isStart ? at : Math.max(from, at - more))}${mark}`;
    from = at + piece.length + (end.isStart ? more : 0);
  }
  return rest + text.slice(from);
}

function charactersMore(text: string, at: number, { secret, piece, isStart }: End): number {
  const most = secret.length - piece.length;
  let more = 0;
  if (isStart) while (more < most && text[at + piece.length + more] === secret[piece.length + more]) more++;
  else while (more < most && text[at - 1 - more] === secret[most - 1 - more]) more++;
  return more;
}

function hiddenIn(value: unknown, hide: KnownSecrets['hide']): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map(item => hiddenIn(item, hide));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  let isChanged = false;
  const entries = Reflect.ownKeys(value).map(key => {
    const inner: unknown = Reflect.get(value, key);
    const hidden = hiddenIn(inner, hide);
    isChanged ||= hidden !== inner;
    return [key, hidden] as const;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

/** Programs print a secret plain, as JSON, URL-encoded, in Base64 or in hexadecimal. */
function spellingsOf(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const inJson = quoted(text);
  const inAddress = encodeURIComponent(text.toWellFormed());
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map(before => base64Within(bytes, before));
  return [
    text,
    inJson,
    quoted(inJson),
    inJson.replaceAll('/', '\\/'),
    inAddress,
    inAddress.replaceAll('%20', '+'),
    inAddress.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    encodeURI(text.toWellFormed()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map(code => code.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** `before` counts the other bytes in the group in which these begin, as in `user:password`. */
function base64Within(bytes: Uint8Array, before: number): string {
  const padded = String.fromCharCode(...new Uint8Array(before), ...bytes);
  const code = btoa(padded);
  return code.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
