import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { isNestedDeeper, mostNested } from '../../converser/ground/json/nesting.ts';
import { efforts } from '../../converser/ground/wording/effort-names.ts';
import {
  type PermissionAnswer,
  permissionScopes,
  vouchings,
} from '../../converser/words/permission/permission-question.ts';
import type { FromPage, RequestAnswer } from '../../sidebar/protocol.ts';

/** The page may have been tampered with, so all is checked, and only what a message has is passed on. */
export function parseFromPage(raw: unknown): FromPage | undefined {
  if (!isJsonObject(raw) || typeof raw.type !== 'string' || !Object.hasOwn(messages, raw.type))
    return undefined;
  const parts: Readonly<Record<string, Read<unknown>>> = messages[raw.type as FromPage['type']];
  const read = Object.entries(parts).map(([name, readPart]) => [name, readPart(raw[name])] as const);
  if (read.some(([, value]) => value === wrong)) return undefined;
  const message = defined({ type: raw.type, ...Object.fromEntries(read) }) as FromPage;
  return message.type === 'read-turns' && message.from >= message.to ? undefined : message;
}

const wrong = Symbol('wrong');

type Read<Part> = (value: unknown) => Part | typeof wrong;

type Reads<Message> = { readonly [Name in Exclude<keyof Message, 'type'>]-?: Read<Message[Name]> };

const messages: {
  readonly [Type in FromPage['type']]: Reads<Extract<FromPage, { readonly type: Type }>>;
} = {
  ready: {},
  focused: {},
  stop: {},
  'add-context': {},
  'show-log': {},
  'show-change': { questionId: text },
  'connect-to-models': {},
  'read-window': {},
  compact: { result: optionalText },
  'new-conversation': {},
  'set-key': { again: text, turn: optionalText },
  'open-conversation': { id: optionalText },
  'declare-clean': {},
  'stop-recording': {},
  'take-back': { id: text },
  'take-back-compaction': { id: text, takenBack: flag },
  pin: { id: text, pinned: flag },
  'edit-message': { turn: optionalText },
  'retry-turn': { turn: text },
  'compare-answers': { conversation: text },
  'restore-turn': { turn: text },
  'bring-back': {},
  'show-version': { turn: text, step: value => (value === 1 || value === -1 ? value : wrong) },
  'undo-turn': { turn: text },
  'show-changes': { turn: text },
  'list-changes': { turn: text },
  'undo-file': { turn: text, place: text },
  'keep-turn': { turn: text },
  'keep-file': { turn: text, place: text, kept: flag },
  'show-file': { turn: text, place: text },
  'show-request': { turn: text, round: place, raw: flag },
  send: { text, now: value => value === true || undefined },
  'send-now': { id: text },
  'stop-after-round': { stops: flag },
  copy: { text },
  'insert-code': { code: text, language: text },
  'show-diagram': { code: text },
  'apply-code': { code: text, language: text, file: optionalText },
  'open-link': { href: text },
  'choose-model': { reference: text },
  'choose-mode': { name: text },
  'choose-effort': {
    effort: value => ([...efforts, 'usual'] as const).find(each => each === value) ?? wrong,
  },
  'enable-ensemble': { name: text, enabled: flag },
  'enable-invoker': { fullName: text, enabled: flag },
  'approve-server': { name: text },
  answer: { questionId: text, answer: value => parseAnswer(value) ?? wrong },
  'answer-request': { requestId: text, answer: requestAnswer },
  complete: { request: number, text },
  'read-attachments': { request: number, text },
  hold: {
    name: text,
    bytes: value => (value instanceof Uint8Array && value.length <= mostBytes ? value : wrong),
    thumbnail: value => (isThumbnail(value) ? value : wrong),
  },
  mention: {
    uris: value => (Array.isArray(value) && value.length <= mostUris && value.every(isText) ? value : wrong),
  },
  'pick-files': {},
  'read-turns': { from: place, to: place },
  'read-matches': { request: number, text },
  attach: { template: text },
};

function text(value: unknown): string | typeof wrong {
  return isText(value) ? value : wrong;
}

function optionalText(value: unknown): string | undefined | typeof wrong {
  return value === undefined ? value : text(value);
}

function flag(value: unknown): boolean | typeof wrong {
  return typeof value === 'boolean' ? value : wrong;
}

function number(value: unknown): number | typeof wrong {
  return typeof value === 'number' ? value : wrong;
}

function place(value: unknown): number | typeof wrong {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : wrong;
}

function requestAnswer(raw: unknown): RequestAnswer | typeof wrong {
  if (!isJsonObject(raw)) return wrong;
  const { action, content, session } = raw;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept' || (content !== undefined && !isJsonObject(content))) return wrong;
  return defined({ action, content, session: session === true || undefined });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** More than any model takes. */
const mostBytes = 50_000_000;
const mostUris = 500;

function isThumbnail(value: unknown): value is string | undefined {
  if (value === undefined) return true;
  return (
    isText(value) && value.length < 100_000 && /^data:image\/(png|jpeg|webp);base64,[\w+/=]*$/.test(value)
  );
}

export function parseAnswer(raw: unknown): PermissionAnswer | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { kind, scope: named, pattern, reason, arguments: args, vouches: said } = raw;
  if (kind === 'edit')
    return isJsonObject(args) && !isNestedDeeper(args, mostNested) ? { kind, arguments: args } : undefined;
  if (kind === 'deny') {
    return reason === undefined || isText(reason) ? defined({ kind, reason }) : undefined;
  }
  const scope = permissionScopes.find(each => each === named);
  if (kind !== 'allow' || scope === undefined) return undefined;
  const vouches = vouchings.find(each => each === said);
  if (said !== vouches) return undefined;
  return pattern === undefined || isText(pattern) ? defined({ kind, scope, pattern, vouches }) : undefined;
}
