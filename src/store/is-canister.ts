import { isAmount, isJsonObject } from '../converser/ground/json/json.ts';
import type {
  Canister,
  CompactionReason,
  FailureKind,
  InterruptionKind,
} from '../converser/words/canister/canister.ts';
import { isLabel } from '../converser/words/labels/label.ts';

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const isText: Check = value => typeof value === 'string';
const isFlag: Check = value => typeof value === 'boolean';
const isTextList: Check = value => Array.isArray(value) && value.every(isText);
const isBytes: Check = value => value instanceof Uint8Array;
const isAnything: Check = value => value !== undefined;

export function isCanister(value: unknown): value is Canister {
  return has(value, common) && has(value, fieldsOf(ofRole, (value as Canister).role));
}

const common: Fields = {
  id: isText,
  timestamp: isText,
  content: value => Array.isArray(value) && value.every(isContent),
  marks: value => has(value, { active: isFlag, pinned: isFlag }),
  fallback: optional(value => has(value, { model: isText, label: isText, message: isText })),
  toolOrder: optional(value => has(value, { model: isText, names: isTextList, found: optional(isTextList) })),
  label: optional(isLabel),
};

const ofRole: Readonly<Record<string, Fields>> = {
  supervisor: {},
  user: { added: optional(value => value === true) },
  assistant: {
    interrupted: optional(value => has(value, { kind: isInterruptionKind, message: isText })),
    cut: optional(value => value === true),
  },
  document: {
    added: optional(value => value === true),
    stands: optional(value => value === 'instructions' || value === 'summary'),
  },
  invocation: {
    ensemble: isText,
    name: isText,
    arguments: isJsonObject,
    malformedArguments: optional(isText),
    written: optional(isJsonObject),
  },
  result: {
    invocationId: isText,
    failure: optional(value => has(value, { kind: isFailureKind, message: isText })),
    screen: optional(isText),
    repeats: optional(isText),
    cut: optional(value => value === true),
    allowed: optional(isText),
    inShort: optional(value => value === true),
    finds: optional(value => Array.isArray(value) && value.every(each => typeof each === 'string')),
    saved: optional(value => has(value, { tokens: isAmount, time: isAmount })),
    waited: optional(value => typeof value === 'number' && value >= 0),
  },
  compaction: {
    reason: isCompactionReason,
    results: listOf({
      id: isText,
      title: isText,
      line: isText,
      tokens: isAmount,
      replacedBy: optional(isText),
      kept: optional(isAmount),
      isPinned: optional(value => value === true),
    }),
    passages: listOf({
      from: isText,
      to: isText,
      turns: isAmount,
      rounds: isAmount,
      holds: value => has(value, { canisters: isAmount, characters: isAmount }),
      tokens: isAmount,
      asked: isTextList,
      summary: optional(isText),
      model: optional(isText),
      calls: isTextList,
      label: optional(isLabel),
    }),
    tokens: value => has(value, { before: isAmount, after: isAmount }),
    window: optional(value => has(value, { model: isText, tokens: isAmount })),
  },
};

const ofContent: Readonly<Record<string, Fields>> = {
  text: { text: isText, mimeType: optional(isText) },
  image: { mimeType: isText, bytes: isBytes },
  resource: { uri: isText, mimeType: optional(isText), text: optional(isText), bytes: optional(isBytes) },
  opaque: { provider: isText, data: isAnything },
};

function isContent(part: unknown): boolean {
  return isJsonObject(part) && has(part, fieldsOf(ofContent, part.type));
}

const failureKinds: Readonly<Record<FailureKind, true>> = {
  validation: true,
  execution: true,
  timeout: true,
  permission: true,
  network: true,
  'unknown-invoker': true,
  cancelled: true,
};

const interruptionKinds: Readonly<Record<InterruptionKind, true>> = {
  stopped: true,
  failed: true,
  'round-limit': true,
  reload: true,
  refused: true,
};

const compactionReasons: Readonly<Record<CompactionReason, true>> = {
  'near-window': true,
  overflow: true,
  asked: true,
};

function isCompactionReason(reason: unknown): boolean {
  return typeof reason === 'string' && Object.hasOwn(compactionReasons, reason);
}

function listOf(fields: Fields): Check {
  return value => Array.isArray(value) && value.every(each => has(each, fields));
}

function isInterruptionKind(kind: unknown): boolean {
  return typeof kind === 'string' && Object.hasOwn(interruptionKinds, kind);
}

function isFailureKind(kind: unknown): boolean {
  return typeof kind === 'string' && Object.hasOwn(failureKinds, kind);
}

function fieldsOf(known: Readonly<Record<string, Fields>>, kind: unknown): Fields | undefined {
  return typeof kind === 'string' && Object.hasOwn(known, kind) ? known[kind] : undefined;
}

function optional(check: Check): Check {
  return value => value === undefined || check(value);
}

/** An unknown kind has no fields, and nothing fits it. */
function has(value: unknown, fields: Fields | undefined): boolean {
  if (fields === undefined || !isJsonObject(value)) return false;
  return Object.entries(fields).every(([name, check]) => check(value[name]));
}
