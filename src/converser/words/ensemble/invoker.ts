import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { JsonObject, JsonSchema, JsonValue } from '../../ground/json/json.ts';
import type { Canister, Failure } from '../canister/canister.ts';
import type { Content } from '../canister/content.ts';
import type { Label, ReadLabel, Source } from '../labels/label.ts';
import type { ModelsBeside } from '../models/models-beside.ts';
import type { ChangeRecord } from '../workspace/undo-journal.ts';
import type { Location, Workspace } from '../workspace/workspace.ts';

export interface Invoker {
  readonly ensemble: string;
  readonly name: string;
  readonly description: string;
  readonly aliases: readonly string[];
  readonly arguments: JsonSchema;
  readonly returns?: JsonSchema;
  readonly annotations: Annotations;
  /** Invariant: untrusted; they never decide whether you are asked or a call is repeated. */
  readonly claims?: Annotations;
  readonly origin: Origin;
  /** The descriptor says all that it does, and only Converser reads it: no code came with it. */
  readonly isDescribed?: true;
  /** Without it, results are from outside unless `annotations` keep the tool within this machine. */
  readonly describedBy?: Source;
  readonly enabled?: boolean;
  readonly offer?: Offer;
  readonly findsTools?: true;
  /** For people and for approvals: changes whenever other code would run. */
  readonly implementation: string;
  readonly limits: Limits;
  /** `abort` rolls the turn back. `recover` lets the model read the failure and continue. */
  readonly onFailure: 'recover' | 'abort';
  readonly deduplication: Deduplication;
  /** Paths and globs in the workspace, with `{argument}` for an argument. Absent if unknown. */
  readonly reads?: readonly string[];
  /** What a call may change, in the same words. Absent if it may change anything. */
  readonly writes?: readonly string[];
  readonly excerpt?: Excerpt;
  /** The descriptor's wish. It never lowers what the origin demands; see `permissions.ts`. */
  readonly permission?: 'allow' | 'ask' | 'deny';
  readonly output?: Output;
  readonly constants?: Constants;
  /** Pure; runs before the check, and leaves alone what it can't read. */
  readonly adapt?: (args: JsonObject) => JsonObject;
  /** Answers at once, because each decision waits for it. If it throws, you are asked. */
  readonly review?: (args: JsonObject) => Review;
  /** It tells `context.changes` all that it changes, so that undo brings everything back. */
  readonly recordsChanges?: true;
  /** It edits files of the workspace and loses nothing that undo can’t bring back: see `Mode.acceptsEdits`. */
  readonly isEdit?: true;
  /** Works on what a conversation proposes, and changes nothing else: see `Mode.reviewsFirst`. */
  readonly inProposal?: (proposed: Proposed) => Pick<Invoker, 'invocable' | 'review'>;
  readonly invocable: Invocable;
}

/** The workspace as it will be once you keep what a conversation proposes. */
export interface Proposed {
  readonly workspace: Workspace;
  /** What it changes. Text; `null` is a file that is to go. */
  readonly files: () => readonly { readonly place: Location; readonly after: string | null }[];
}

/** `on demand` waits until the model has looked for it, or the conversation has called it. */
export type Offer = 'always' | 'on demand';

export interface Limits {
  /** Milliseconds for one attempt; with a `totalTimeLimit`, milliseconds without progress. */
  readonly timeLimit: number;
  /** Milliseconds for one attempt in all, however much progress it reports. */
  readonly totalTimeLimit?: number;
  readonly maxRetries: number;
}

export interface Constants {
  readonly auxdata?: JsonObject;
  readonly configuration?: JsonObject;
}

export interface Review {
  readonly subject?: () => Promise<Subject>;
  readonly mustBeNamed?: string | undefined;
  readonly alwaysAsk?: () => Promise<string | undefined>;
  /** Changes nothing and reads no more than the call would. May throw; should heed the signal. */
  readonly preview?: (signal: AbortSignal) => Promise<Preview | undefined>;
  /**
   * A call whose preview says that it must fail does so without a question, if rules let the model use this tool in
   * the same places, and so learn the same. Absent: you are asked all the same.
   */
  readonly failsAs?: string;
}

export type Covered = 'all' | 'some' | 'none';

export interface Subject {
  /** `some` also means that it can't be told. Rejects if the pattern can't be used. */
  covered(pattern: string): Covered | Promise<Covered>;
  patterns(): Promise<readonly string[]>;
  /** A rule that denies such a part doesn't deny the call; see `Permit.withheld`. */
  leavesOut?(pattern: string): boolean | Promise<boolean>;
  readonly places: readonly string[];
}

/** Its texts may hold anything; each surface escapes them. */
export interface Preview {
  readonly title: string;
  /** A shortened unified diff. Each line begins with `+`, `-`, a space, `@@` or `…`. */
  readonly diff?: string;
  readonly notes?: readonly PreviewNote[];
  readonly change?: ShownChange;
  readonly basis?: string;
}

/** The whole texts of a file, for an editor. */
export interface ShownChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Where a call runs, what holds it back, what nothing does, and what undo can't bring back. */
export interface PreviewNote {
  readonly kind: 'place' | 'safe' | 'danger' | 'loss';
  readonly text: string;
}

/**
 * Only calls that run are true whatever other programs do: no time or watcher tells every change to a file.
 * - `exact`: equal calls get the turn's earlier result until something is written or what it `reads` changes;
 * - `semantic`: the same for calls that mean the same, with defaults filled in and paths in one spelling;
 * - `compared`: it runs, and repeats the earlier result if it brings the same;
 * - `reuse`: as `compared`, also of earlier turns; models read a line that points to what they are sent.
 */
export type DeduplicationStrategy = 'none' | 'exact' | 'semantic' | 'compared' | 'reuse';

export type Deduplication = DeduplicationStrategy | DeduplicationPlan;

export interface DeduplicationPlan {
  readonly strategies: readonly DeduplicationStrategy[];
  /** An earlier result counts only for so long, and while only so many canisters have joined since. */
  readonly window?: { readonly seconds?: number; readonly canisters?: number };
  readonly sameness?: Sameness;
}

export interface Sameness {
  readonly key?: (args: JsonObject) => string | Promise<string>;
  readonly isSame?: (earlier: JsonObject, later: JsonObject) => boolean | Promise<boolean>;
}

export interface Excerpt {
  readonly among: (args: JsonObject) => JsonObject;
  /** `undefined` if the earlier answer doesn't hold it. */
  readonly of: (earlier: Answered, later: JsonObject) => readonly Content[] | undefined;
}

export interface Answered {
  readonly arguments: JsonObject;
  readonly content: readonly Content[];
}

export function ordinaryDeduplication({ readOnly, idempotent, openWorld }: Annotations): Deduplication {
  return readOnly === true && idempotent === true && openWorld === false ? 'compared' : 'none';
}

export interface Annotations {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** `workspace` is whatever came with the opened folder. */
export type Origin = 'shipped' | 'user' | 'workspace';

/** Contract: arguments have passed the schema. What it throws, the model reads. It should heed the signal. */
export type Invocable = (args: JsonObject, context: Context) => Promise<Returned> | Returned;

/** A JSON value goes through the output templates; a `Reply` says everything itself. */
export type Returned = JsonValue | Reply | undefined;

export interface Context {
  readonly invoker: {
    readonly ensemble: string;
    readonly name: string;
    readonly totalTimeLimit?: number;
  };
  readonly auxdata: JsonObject;
  readonly configuration: JsonObject;
  /** Lives as long as the conversation. */
  readonly namespace: Map<string, unknown>;
  readonly signal: AbortSignal;
  readonly progress: (message: string, fraction?: number) => void;
  readonly permit?: Permit;
  /** Stops the call's limits until the returned function is called. Absent if there are no limits. */
  readonly beginAsking?: () => () => void;
  /** Without it, only you can be asked. */
  readonly askCaller?: AskCaller;
  /** Its id. Absent without a conversation. */
  readonly conversation?: string;
  /** All up to the round of the call. Absent without a conversation. */
  readonly history?: () => readonly Canister[];
  readonly changes?: ChangeRecord;
  /** Says why content from outside may not enter the conversation, and asks you if your rules want that. */
  readonly whyKeptOut?: (brought: Brought) => Promise<string | undefined>;
  readonly models?: ModelsBeside;
  readonly tools?: ToolShelf;
}

export interface Permit {
  readonly because: string;
  /** A tool that has since come to another preview must change nothing. */
  readonly previewBasis?: string;
  /** A tool whose reasons can change compares it when it acts. */
  readonly exception?: string;
  /** A tool that has since come to another place must neither read nor change it. */
  readonly places?: readonly string[];
  readonly withheld?: readonly string[];
  /** What the arguments may hold of what the model read. Absent if nothing is from outside or secret. */
  readonly carries?: Label;
}

export interface ToolShelf {
  invokers(): readonly Invoker[];
  instructionsOf(ensemble: string): string | undefined;
}

export interface Brought {
  readonly subject: Subject;
  readonly preview: Preview;
}

/** Contract: never rejects; `cancel` soon after an abort, `undefined` if nobody can ask. Unchecked. */
export type AskCaller = (
  question: ElicitRequest['params'],
  signal: AbortSignal,
) => Promise<ElicitResult | undefined>;

export interface OutputTemplates {
  readonly model?: string;
  readonly screen?: string;
}

export interface Output extends OutputTemplates {
  readonly readOn?: string;
}

const replyMark: unique symbol = Symbol('reply');

export interface Reply {
  readonly [replyMark]: true;
  readonly content: readonly Content[];
  readonly screen?: string;
  readonly structured?: JsonObject;
  readonly failure?: Failure;
  readonly finds?: readonly string[];
  /** Never taken for better than the tool itself lets expect. */
  readonly label?: ReadLabel;
}

export function reply(parts: Omit<Reply, typeof replyMark>): Reply {
  return { [replyMark]: true, ...parts };
}

export function isReply(returned: Returned): returned is Reply {
  return typeof returned === 'object' && returned !== null && replyMark in returned;
}

/** People, settings and canisters use this name: `ensemble:name`. */
export function fullName({ ensemble, name }: { readonly ensemble: string; readonly name: string }): string {
  return ensemble === '' ? name : `${ensemble}:${name}`;
}
