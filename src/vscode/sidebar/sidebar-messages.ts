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

/** The page may have been tampered with, so all is checked. */
export function parseFromPage(raw: unknown): FromPage | undefined {
  if (!isJsonObject(raw) || typeof raw.type !== 'string') return undefined;
  const parse = Object.hasOwn(parsers, raw.type) ? parsers[raw.type as FromPage['type']] : undefined;
  return parse?.(raw);
}

type Raw = Readonly<Record<string, unknown>>;

const parsers: { readonly [Type in FromPage['type']]: (raw: Raw) => FromPage | undefined } = {
  ready: () => ({ type: 'ready' }),
  stop: () => ({ type: 'stop' }),
  'add-context': () => ({ type: 'add-context' }),
  'show-log': () => ({ type: 'show-log' }),
  'show-change': ({ questionId }) => (isText(questionId) ? { type: 'show-change', questionId } : undefined),
  'connect-to-models': () => ({ type: 'connect-to-models' }),
  'read-window': () => ({ type: 'read-window' }),
  compact: () => ({ type: 'compact' }),
  'new-conversation': () => ({ type: 'new-conversation' }),
  'set-key': () => ({ type: 'set-key' }),
  'declare-clean': () => ({ type: 'declare-clean' }),
  'take-back': ({ id }) => (isText(id) ? { type: 'take-back', id } : undefined),
  'take-back-compaction': ({ id, takenBack }) =>
    isText(id) && isFlag(takenBack) ? { type: 'take-back-compaction', id, takenBack } : undefined,
  pin: ({ id, pinned }) => (isText(id) && isFlag(pinned) ? { type: 'pin', id, pinned } : undefined),
  'undo-turn': ({ turn }) => (isText(turn) ? { type: 'undo-turn', turn } : undefined),
  'show-changes': ({ turn }) => (isText(turn) ? { type: 'show-changes', turn } : undefined),
  'list-changes': ({ turn }) => (isText(turn) ? { type: 'list-changes', turn } : undefined),
  'undo-file': ({ turn, place }) =>
    isText(turn) && isText(place) ? { type: 'undo-file', turn, place } : undefined,
  'keep-file': ({ turn, place, kept }) =>
    isText(turn) && isText(place) && isFlag(kept) ? { type: 'keep-file', turn, place, kept } : undefined,
  'show-file': ({ turn, place }) =>
    isText(turn) && isText(place) ? { type: 'show-file', turn, place } : undefined,
  'show-request': ({ turn, round, raw }) =>
    isText(turn) && isPlace(round) && isFlag(raw) ? { type: 'show-request', turn, round, raw } : undefined,
  send: ({ text, now }) =>
    isText(text) ? { type: 'send', text, ...(now === true ? { now } : {}) } : undefined,
  'send-now': ({ id }) => (isText(id) ? { type: 'send-now', id } : undefined),
  'stop-after-round': ({ stops }) => (isFlag(stops) ? { type: 'stop-after-round', stops } : undefined),
  copy: ({ text }) => (isText(text) ? { type: 'copy', text } : undefined),
  'insert-code': ({ code, language }) =>
    isText(code) && isText(language) ? { type: 'insert-code', code, language } : undefined,
  'show-diagram': ({ code }) => (isText(code) ? { type: 'show-diagram', code } : undefined),
  'apply-code': ({ code, language, file }) =>
    isText(code) && isText(language) && (file === undefined || isText(file))
      ? defined({ type: 'apply-code', code, language, file })
      : undefined,
  'open-link': ({ href }) => (isText(href) ? { type: 'open-link', href } : undefined),
  'choose-model': ({ reference }) => (isText(reference) ? { type: 'choose-model', reference } : undefined),
  'choose-mode': ({ name }) => (isText(name) ? { type: 'choose-mode', name } : undefined),
  'choose-effort': ({ effort: written }) => {
    const effort = ([...efforts, 'usual'] as const).find(each => each === written);
    return effort && { type: 'choose-effort', effort };
  },
  'enable-ensemble': ({ name, enabled }) =>
    isText(name) && isFlag(enabled) ? { type: 'enable-ensemble', name, enabled } : undefined,
  'enable-invoker': ({ fullName, enabled }) =>
    isText(fullName) && isFlag(enabled) ? { type: 'enable-invoker', fullName, enabled } : undefined,
  'approve-server': ({ name }) => (isText(name) ? { type: 'approve-server', name } : undefined),
  answer: ({ questionId, answer: raw }) => {
    const answer = parseAnswer(raw);
    return isText(questionId) && answer !== undefined ? { type: 'answer', questionId, answer } : undefined;
  },
  'answer-request': ({ requestId, answer }) => {
    const parsed = parseRequestAnswer(answer);
    return isText(requestId) && parsed !== undefined
      ? { type: 'answer-request', requestId, answer: parsed }
      : undefined;
  },
  complete: ({ request, text }) =>
    typeof request === 'number' && isText(text) ? { type: 'complete', request, text } : undefined,
  'read-attachments': ({ request, text }) =>
    typeof request === 'number' && isText(text) ? { type: 'read-attachments', request, text } : undefined,
  hold: ({ name, bytes, thumbnail }) =>
    isText(name) && bytes instanceof Uint8Array && bytes.length <= mostBytes && isThumbnail(thumbnail)
      ? defined({ type: 'hold', name, bytes, thumbnail })
      : undefined,
  mention: ({ uris }) =>
    Array.isArray(uris) && uris.length <= mostUris && uris.every(isText)
      ? { type: 'mention', uris }
      : undefined,
  'pick-files': () => ({ type: 'pick-files' }),
  'read-turns': ({ from, to }) =>
    isPlace(from) && isPlace(to) && from < to ? { type: 'read-turns', from, to } : undefined,
  'read-matches': ({ request, text }) =>
    typeof request === 'number' && isText(text) ? { type: 'read-matches', request, text } : undefined,
  attach: ({ template }) => (isText(template) ? { type: 'attach', template } : undefined),
};

function parseRequestAnswer(raw: unknown): RequestAnswer | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { action, content, session } = raw;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept' || (content !== undefined && !isJsonObject(content))) return undefined;
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

function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
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
