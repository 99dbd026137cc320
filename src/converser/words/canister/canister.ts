import type { JsonObject } from '../../ground/json/json.ts';
import type { Label, ReadLabel } from '../labels/label.ts';
import type { Content } from './content.ts';

/** One entry of a conversation. Immutable. */
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
  /** Who wrote it, and what it may reveal. Absent: what is usual for its role; see `labelOf`. */
  readonly label?: ReadLabel;
  /** Another model than the one you chose answers from here to the end of the turn, or to the next such note. */
  readonly fallback?: Fallback;
  /** How requests describe tools from here on. */
  readonly toolOrder?: ToolOrder;
}

/**
 * The order of the tools in the requests to a model, at first and where it doesn't follow from that and the rest of the
 * conversation: tools that were switched on late come last, because a provider's cache holds what requests begin with.
 */
export interface ToolOrder {
  /** `provider/id` */
  readonly model: string;
  /** Under which the model knows them. */
  readonly names: readonly string[];
  /** Those of them that were found or called before they were described. Absent: none. */
  readonly found?: readonly string[];
}

/** A model that took over from one that could not answer. */
export interface Fallback {
  /** `provider/id` */
  readonly model: string;
  readonly label: string;
  /** For people: why, and who answers. */
  readonly message: string;
}

/** Instructions that stand above the user's. */
export interface SupervisorCanister extends Common {
  readonly role: 'supervisor';
}

export interface UserCanister extends Common, Added {
  readonly role: 'user';
}

interface Added {
  /** It was delivered to a turn that was running, so no turn begins with it. */
  readonly added?: true;
}

/** What the model said in one round, before its invocations; or, where a turn has no answer, why it ended. */
export interface AssistantCanister extends Common {
  readonly role: 'assistant';
  /** Why the turn has no answer. The last part of the content tells the model so; before it stands how the answer began. */
  readonly interrupted?: Interruption;
  /** The model reached a limit of length, so the answer has no end. */
  readonly cut?: true;
}

export interface Interruption {
  readonly kind: InterruptionKind;
  /** For people: what happened and what they can do. */
  readonly message: string;
}

/** `reload`: the program was closed or killed. `refused`: the model broke off its reply and refused to go on. */
export type InterruptionKind = 'stopped' | 'failed' | 'round-limit' | 'reload' | 'refused';

/** Material the user attached: files, selections, resources; or what Converser adds beside them. */
export interface DocumentCanister extends Common, Added {
  readonly role: 'document';
  /** What it is where the user has not attached it: instructions of a folder, or what a compaction has left of turns. */
  readonly stands?: 'instructions' | 'summary';
}

/** The model's wish to call one tool once. */
export interface InvocationCanister extends Common {
  readonly role: 'invocation';
  /** Empty when no ensemble has a tool of that name. */
  readonly ensemble: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** What the model wrote, when it could not be read as arguments; `arguments` is then empty. */
  readonly malformedArguments?: string;
  /** What the model wrote, where the user changed the arguments before they allowed the call. `arguments` is what ran. */
  readonly written?: JsonObject;
}

export interface ResultCanister extends Common {
  readonly role: 'result';
  readonly invocationId: string;
  readonly failure?: Failure;
  /** Markdown for people, where the invoker has something better for them than for the model. */
  readonly screen?: string;
  /** The id of the earlier result of an equal call, which this one repeats. */
  readonly repeats?: string;
  /** Why the call was allowed to run, for people, as what can follow "because". Absent: it wasn't, or did not get so far. */
  readonly allowed?: string;
  /** While models are sent that earlier result, they read a line that points there in place of this one. */
  readonly inShort?: true;
  /** It was too long, and says how models read on while the conversation is in memory. */
  readonly cut?: true;
  /** The full names of tools that later requests offer because of it. */
  readonly finds?: readonly string[];
  /** What repeating it has saved. */
  readonly saved?: Saved;
  /** Milliseconds that the call waited for an answer of the user. Absent: for none. */
  readonly waited?: number;
}

export interface Saved {
  /** About how many tokens the result is shorter for models. */
  readonly tokens: number;
  /** Milliseconds that the earlier call took, where this one did not run. */
  readonly time: number;
}

/**
 * What requests leave out from here on, although it stays in the conversation. It is a part of its own of a turn, and never
 * sent as itself. With `marks.active: false` it is taken back: requests are as if it had never been.
 */
export interface CompactionCanister extends Common {
  readonly role: 'compaction';
  /** `near-window`: the request neared the model's window. `overflow`: the model rejected it. `asked`: you wanted it. */
  readonly reason: CompactionReason;
  readonly results: readonly LeftOutResult[];
  readonly passages: readonly LeftOutPassage[];
  /** About how many tokens the request had before and after, tools and instructions included. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** The window that the model's provider told when it rejected the request, in tokens, and whose it is. */
  readonly window?: { readonly model: string; readonly tokens: number };
}

export type CompactionReason = 'near-window' | 'overflow' | 'asked';

/** A result that models read a line of. */
export interface LeftOutResult {
  /** Of the result. */
  readonly id: string;
  /** Its call, for people. */
  readonly title: string;
  readonly line: string;
  /** About how many tokens fewer it has. */
  readonly tokens: number;
  /** The id of the call whose result replaces it. While that is not there, the result is whole. */
  readonly replacedBy?: string;
  /** Characters of its beginning that stay before the line. */
  readonly kept?: number;
  /** It is pinned, and thus whole all the same: see `withPinnedBack`. */
  readonly isPinned?: true;
}

/** Turns, or rounds of one turn, that models read a summary of. What is pinned among them stays, with its round. */
export interface LeftOutPassage {
  /** The ids of its first and its last canister. */
  readonly from: string;
  readonly to: string;
  readonly turns: number;
  readonly rounds: number;
  /** What it was made of. It stands for nothing else: where one of its turns is undone, all is as it was. */
  readonly holds: { readonly canisters: number; readonly characters: number };
  /** About how many tokens fewer requests have. */
  readonly tokens: number;
  /** What you wrote in it, shortened. */
  readonly asked: readonly string[];
  /** What a model made of it. Absent: none could, and `calls` stands in its place. */
  readonly summary?: string;
  /** The model that summarized it, by `provider/id`. */
  readonly model?: string;
  /** The calls in it. */
  readonly calls: readonly string[];
  /** Of all that is in it. */
  readonly label?: Label;
}

export interface Failure {
  readonly kind: FailureKind;
  /** What went wrong, for people and models. */
  readonly message: string;
  /** What the model can do about it. People do not get to see it. */
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

/** The last of some canisters of a turn, whatever was left out after it. */
export function endOf(canisters: readonly Canister[]): Canister | undefined {
  return canisters.findLast(canister => canister.role !== 'compaction');
}

export function isCompaction(canister: Canister): canister is CompactionCanister {
  return canister.role === 'compaction';
}
