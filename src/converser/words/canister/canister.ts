import type { ErrorCode } from '../../ground/errors.ts';
import type { JsonObject } from '../../ground/json/json.ts';
import type { Label, ReadLabel } from '../labels/label.ts';
import type { Content } from './content.ts';

export type Canister =
  | SupervisorCanister
  | UserCanister
  | AssistantCanister
  | DocumentCanister
  | InvocationCanister
  | ResultCanister
  | CompactionCanister;

export type CanisterRole = Canister['role'];

export interface Marks {
  /** `false` keeps the canister in the conversation, but away from models. */
  readonly active: boolean;
  /** `true` keeps it from being superseded or trimmed. */
  readonly pinned: boolean;
}

interface Common {
  /** Unique, and of the form `^[A-Za-z0-9_-]{1,64}$`, so that every wire takes it as the id of a call. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly content: readonly Content[];
  readonly marks: Marks;
  /** Absent means the usual label of its role; see `labelOf`. */
  readonly label?: ReadLabel;
  readonly fallback?: Fallback;
  readonly toolOrder?: ToolOrder;
}

/** Late tools come last, because a provider's cache holds what requests begin with. */
export interface ToolOrder {
  readonly model: string;
  readonly names: readonly string[];
  readonly found?: readonly string[];
}

export interface Fallback {
  readonly model: string;
  readonly label: string;
  readonly message: string;
}

export interface SupervisorCanister extends Common {
  readonly role: 'supervisor';
}

export interface UserCanister extends Common, Added {
  readonly role: 'user';
}

interface Added {
  /** It was added to a running turn, so no turn begins with it. */
  readonly added?: true;
}

export interface AssistantCanister extends Common {
  readonly role: 'assistant';
  /** The last part of the content tells the model so; the beginning of the answer stands before it. */
  readonly interrupted?: Interruption;
  readonly cut?: true;
}

export interface Interruption {
  readonly kind: InterruptionKind;
  readonly message: string;
  /** Of the error, where there was one. */
  readonly code?: ErrorCode;
}

/** `reload`: the program was closed or killed. `refused`: the model refused to go on. */
export type InterruptionKind = 'stopped' | 'failed' | 'round-limit' | 'reload' | 'refused';

export interface DocumentCanister extends Common, Added {
  readonly role: 'document';
  readonly stands?: 'instructions' | 'summary';
}

export interface InvocationCanister extends Common {
  readonly role: 'invocation';
  readonly ensemble: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly malformedArguments?: string;
  /** What the model wrote before you changed the arguments. `arguments` is what ran. */
  readonly written?: JsonObject;
}

export interface ResultCanister extends Common {
  readonly role: 'result';
  readonly invocationId: string;
  readonly failure?: Failure;
  readonly screen?: string;
  readonly repeats?: string;
  /** Follows "because", for people. Absent unless the call was allowed. */
  readonly allowed?: string;
  readonly inShort?: true;
  /** It was too long, and says how models read on while the conversation is in memory. */
  readonly cut?: true;
  readonly finds?: readonly string[];
  readonly saved?: Saved;
  readonly waited?: number;
}

export interface Saved {
  readonly tokens: number;
  readonly time: number;
}

/** Left out of requests, but kept in the conversation. `marks.active: false` takes it back. */
export interface CompactionCanister extends Common {
  readonly role: 'compaction';
  /** `overflow`: the model rejected the request. `asked`: you wanted it. */
  readonly reason: CompactionReason;
  readonly results: readonly LeftOutResult[];
  readonly passages: readonly LeftOutPassage[];
  readonly tokens: { readonly before: number; readonly after: number };
  readonly window?: { readonly model: string; readonly tokens: number };
}

export type CompactionReason = 'near-window' | 'overflow' | 'asked';

export interface LeftOutResult {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly tokens: number;
  readonly replacedBy?: string;
  readonly kept?: number;
  readonly isPinned?: true;
}

/** Turns, or rounds of one, whose summary models read. Pinned results stay, with their rounds. */
export interface LeftOutPassage {
  readonly from: string;
  readonly to: string;
  readonly turns: number;
  readonly rounds: number;
  /** Its size. If that changes, as when a turn is undone, the passage no longer counts. */
  readonly holds: { readonly canisters: number; readonly characters: number };
  readonly tokens: number;
  readonly asked: readonly string[];
  readonly summary?: string;
  readonly model?: string;
  readonly calls: readonly string[];
  readonly label?: Label;
}

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly advice?: string;
}

export type FailureKind =
  | 'validation'
  | 'execution'
  | 'timeout'
  | 'permission'
  | 'network'
  | 'unknown-invoker'
  | 'cancelled';

export const ordinaryMarks: Marks = { active: true, pinned: false };

export function isInvocation(canister: Canister): canister is InvocationCanister {
  return canister.role === 'invocation';
}

export function isResult(canister: Canister): canister is ResultCanister {
  return canister.role === 'result';
}

export function endOf(canisters: readonly Canister[]): Canister | undefined {
  return canisters.findLast(canister => canister.role !== 'compaction');
}

export function isCompaction(canister: Canister): canister is CompactionCanister {
  return canister.role === 'compaction';
}

/** Instructions before it are those from the start; others came later. */
export function startOfSaid(canisters: readonly Canister[]): number {
  const start = canisters.findIndex(({ role }) => role !== 'supervisor');
  return start < 0 ? canisters.length : start;
}

export function isInput(canister: Canister | undefined): canister is UserCanister | DocumentCanister {
  return canister?.role === 'user' || canister?.role === 'document';
}

export function isPrompt(canister: Canister | undefined): canister is UserCanister | DocumentCanister {
  return isInput(canister) && canister.added === undefined;
}

export function beginsTurn(canister: Canister | undefined, before: Canister | undefined): boolean {
  return isPrompt(canister) && !isPrompt(before);
}
