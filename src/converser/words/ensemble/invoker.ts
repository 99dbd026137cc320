import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { JsonObject, JsonSchema, JsonValue } from '../../ground/json/json.ts';
import type { Canister, Failure } from '../canister/canister.ts';
import type { Content } from '../canister/content.ts';
import type { Label, ReadLabel, Source } from '../labels/label.ts';
import type { ModelsBeside } from '../models/models-beside.ts';
import type { ChangeRecord } from '../workspace/undo-journal.ts';

/** A callable tool. */
export interface Invoker {
  readonly ensemble: string;
  /** Unique within its ensemble. */
  readonly name: string;
  readonly description: string;
  /** Other names under which a model may call it. */
  readonly aliases: readonly string[];
  /** Describes an object. */
  readonly arguments: JsonSchema;
  /** Describes the object that each result without a failure has as its `structured` value. Absent: nothing is promised. */
  readonly returns?: JsonSchema;
  readonly annotations: Annotations;
  /**
   * What the tool's author claims without being trusted, for people to read.
   *
   * Invariant: nothing here decides whether the user is asked or a call is repeated; only `annotations` do.
   */
  readonly claims?: Annotations;
  readonly origin: Origin;
  /** Its descriptor says all that it does, in words that only Converser reads: no code came with it. */
  readonly isDescribed?: true;
  /**
   * Who outside wrote its description and schema, and what it returns. Absent: whoever brought it; what it returns is then
   * from outside too, unless `annotations` say that it keeps within this machine.
   */
  readonly describedBy?: Source;
  /** Whether its descriptor wants it offered; absent: it does. The user's own choice comes first. */
  readonly enabled?: boolean;
  /** When models are told of it, as its descriptor or you want it. Absent: as there is room. */
  readonly offer?: Offer;
  /** It finds other tools. It is offered only while there are some that models are not told of. */
  readonly findsTools?: true;
  /** What runs, for people and for remembering approvals: changes whenever other code would run. */
  readonly implementation: string;
  readonly limits: Limits;
  /** `abort`: a failure ends the turn and rolls it back. `recover`: the model reads the failure and continues. */
  readonly onFailure: 'recover' | 'abort';
  readonly deduplication: Deduplication;
  /**
   * The files and folders that the answer depends on: paths and globs, relative to the workspace, with `{argument}` for an
   * argument; where that one is left out, everything. Absent: not known.
   */
  readonly reads?: readonly string[];
  /** What a call may change of what others read, in the same words. Absent: anything. */
  readonly writes?: readonly string[];
  readonly excerpt?: Excerpt;
  /** What the descriptor asks for. It never lowers what the origin demands; see `permissions.ts`. */
  readonly permission?: 'allow' | 'ask' | 'deny';
  readonly output?: Output;
  /** What the descriptor hands to the invocable. Absent: nothing. */
  readonly constants?: Constants;
  /**
   * Rewrites arguments as tools of other programs take them, which models have learnt, into its own. Pure; runs before
   * the arguments are checked, and leaves alone what it can't read.
   */
  readonly adapt?: (args: JsonObject) => JsonObject;
  /**
   * Says of a call with these very arguments what decides whether it may run. It answers at once, because each decision
   * waits for it. A review that throws is a reason to ask. Absent: nothing is said of single calls.
   */
  readonly review?: (args: JsonObject) => Review;
  /** It tells `context.changes` of all that it changes, so that undo brings everything back. */
  readonly recordsChanges?: true;
  readonly invocable: Invocable;
}

/** `always`: in each request. `on demand`: once the model has looked for it, or the conversation has called it. */
export type Offer = 'always' | 'on demand';

/** How long a call may run, and how often. */
export interface Limits {
  /** Milliseconds that one attempt may take; with a `totalTimeLimit`, that it may take without reporting progress. */
  readonly timeLimit: number;
  /** Milliseconds that one attempt may take in all, however much progress it reports. */
  readonly totalTimeLimit?: number;
  /** Further attempts after a failed one. Heeded for idempotent invokers only. */
  readonly maxRetries: number;
}

/** Values from a descriptor, which are the same in each call. */
export interface Constants {
  /** The values for this invoker. */
  readonly auxdata?: JsonObject;
  /** The values for all invokers of the ensemble. */
  readonly configuration?: JsonObject;
}

/** What can be said of one call before it may run. Whatever takes time is found out only when somebody asks for it. */
export interface Review {
  /** Tells what the call is about, as far as rules tell calls of this tool apart. Absent: they don't. */
  readonly subject?: () => Promise<Subject>;
  /**
   * Why only a rule, or a yes, whose pattern covers this call lets it run unasked: what is true of the tool's calls in
   * general is not true of it.
   */
  readonly mustBeNamed?: string | undefined;
  /** Tells why exactly this call must be asked about, whatever was allowed before. */
  readonly alwaysAsk?: () => Promise<string | undefined>;
  /**
   * Shows the user what the call would do, before they allow it. It changes nothing and reads no more than the call
   * would. `undefined`: there is nothing to show. It may throw, and should end soon after the signal aborts.
   */
  readonly preview?: (signal: AbortSignal) => Promise<Preview | undefined>;
}

export type Covered = 'all' | 'some' | 'none';

/** What one call touches: files, as a rule. */
export interface Subject {
  /**
   * How much of what the call touches is covered by the pattern. `some` also stands for "can't be told", as when only part
   * of a folder may match. Rejects if the pattern can't be used. Usually answers at once: a tool may have a thousand rules.
   */
  covered(pattern: string): Covered | Promise<Covered>;
  /** Patterns that cover all of it, the narrowest first. */
  patterns(): Promise<readonly string[]>;
  /**
   * Whether the pattern may cover a part of what the call looks through, and the tool leaves out what it covers; see
   * `Permit.withheld`. A rule that denies such a part does not deny the call. Absent: the tool leaves nothing out.
   */
  leavesOut?(pattern: string): boolean | Promise<boolean>;
  /** Stand for the places. A call that was decided on by rules about them gets them as `places`. */
  readonly places: readonly string[];
}

/** What a call would do. Its texts hold whatever models and files hold; each surface escapes them. */
export interface Preview {
  /** A question in one line, like `Overwrite src/a.ts?`. */
  readonly title: string;
  /** A unified diff, shortened. Each line begins with `+`, `-`, a space, `@@` or `…`. */
  readonly diff?: string;
  /** Stands for exactly this change. A call that was allowed because of it gets it as `previewBasis`. */
  readonly basis?: string;
}

/**
 * What happens to a call that was made before. `exact` and `semantic` say when two calls are the same, and what is
 * answered without running again:
 *
 * - `none`: it runs, and repeats nothing;
 * - `exact`: it is answered with the earlier result of the same turn if tool and arguments are equal, until something is
 *   written or what it `reads` changes;
 * - `semantic`: the same for calls that mean the same: with defaults filled in, and paths in one spelling;
 * - `compared`: it runs, and repeats the earlier result if it brings the same;
 * - `reuse`: where it repeats a result that the model is still sent, the model reads a line that points there, not the
 *   whole again. The result may be of an earlier turn; then the call runs, and is compared.
 *
 * Without `exact`, `semantic` or a `sameness`, calls are run and compared. Only that is true whatever other programs do
 * meanwhile: neither times nor watchers tell of every change to a file, not of those through mapped memory, for instance.
 */
export type DeduplicationStrategy = 'none' | 'exact' | 'semantic' | 'compared' | 'reuse';

export type Deduplication = DeduplicationStrategy | DeduplicationPlan;

/** Several strategies that hold together. */
export interface DeduplicationPlan {
  readonly strategies: readonly DeduplicationStrategy[];
  /** An earlier result counts only for so many seconds, and only while so many canisters have joined since. */
  readonly window?: { readonly seconds?: number; readonly canisters?: number };
  /** Says in place of `exact` and `semantic` when two calls are the same. */
  readonly sameness?: Sameness;
}

/** Code of the user's own. It has at least one of the two. A call for which it throws is like no other. */
export interface Sameness {
  /** The same for calls that are the same. */
  readonly key?: (args: JsonObject) => string | Promise<string>;
  readonly isSame?: (earlier: JsonObject, later: JsonObject) => boolean | Promise<boolean>;
}

/** For tools whose answer to one call may hold the answer to another: a file that was read holds each of its lines. */
export interface Excerpt {
  /** The arguments in which such calls agree. */
  readonly among: (args: JsonObject) => JsonObject;
  /** What the later call would return if nothing has changed; `undefined`: the earlier answer doesn't hold that. */
  readonly of: (earlier: Answered, later: JsonObject) => readonly Content[] | undefined;
}

export interface Answered {
  readonly arguments: JsonObject;
  readonly content: readonly Content[];
}

/** The default: only tools that read, and that return the same until something changes, are deduplicated. */
export function ordinaryDeduplication({ readOnly, idempotent, openWorld }: Annotations): Deduplication {
  return readOnly === true && idempotent === true && openWorld === false ? 'compared' : 'none';
}

/** Claims about what a call does, named as MCP names them. What is absent is assumed to be the worse. */
export interface Annotations {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** Who brought a tool here. `workspace` is whatever came with the opened folder. */
export type Origin = 'shipped' | 'user' | 'workspace';

/**
 * The function behind an invoker.
 *
 * Contract: its arguments have passed the schema. It may throw: the model reads the message of what it
 * throws. It should end soon after the signal aborts; if it does not, it is left behind.
 */
export type Invocable = (args: JsonObject, context: Context) => Promise<Returned> | Returned;

/** A string is shown as it is, a JSON value through the output templates; a `Reply` says everything itself. */
export type Returned = JsonValue | Reply | undefined;

export interface Context {
  readonly invoker: {
    readonly ensemble: string;
    readonly name: string;
    /** Milliseconds that this attempt may take in all, for invocables that pass a limit on. */
    readonly totalTimeLimit?: number;
  };
  /** The constant from the descriptor, with what the conversation adds. */
  readonly auxdata: JsonObject;
  /** The same for all invokers of the ensemble. */
  readonly configuration: JsonObject;
  /** State of this ensemble that lives as long as the conversation. */
  readonly namespace: Map<string, unknown>;
  readonly signal: AbortSignal;
  /** Reports how far the work is: a few words and, where it is known, a fraction between 0 and 1. */
  readonly progress: (message: string, fraction?: number) => void;
  /** What the call was allowed with. Absent: nobody has decided about it. */
  readonly permit?: Permit;
  /**
   * For invocables that ask the user something: from now on no time counts against the limits of the call, until what
   * is returned is called. Absent: the call has no limits.
   */
  readonly beginAsking?: () => () => void;
  /** Absent: only the user of Converser can be asked something. */
  readonly askCaller?: AskCaller;
  /** What has joined the conversation: all up to the round of the call. Absent: the call has no conversation. */
  readonly history?: () => readonly Canister[];
  /** Records each change to files before it is made. Absent: changes can't be undone. */
  readonly changes?: ChangeRecord;
  /**
   * For invocables that bring something from outside: why it may not enter the conversation. `undefined`: it may. The user
   * is asked where their rules want that; see `beginAsking`. Absent: nobody reviews it.
   */
  readonly whyKeptOut?: (brought: Brought) => Promise<string | undefined>;
  /** Absent: the call has no conversation, and so no model that could be asked. */
  readonly models?: ModelsBeside;
  /** The tools that the conversation may call. Absent: the call has no conversation. */
  readonly tools?: ToolShelf;
}

/** What a call was allowed with, and what holds for it therefore. */
export interface Permit {
  /** Why it may run, as what can follow "because". */
  readonly because: string;
  /**
   * The `basis` of the preview that the user saw when they allowed the call. A tool that has since come to another one
   * must change nothing.
   */
  readonly previewBasis?: string;
  /**
   * What `alwaysAsk` said about this call before the user allowed it. Absent: the user was not asked about anything
   * special. A tool whose reasons can change in between compares it with what is true when it acts.
   */
  readonly exception?: string;
  /**
   * The places that rules have decided about. A tool that has come to another one since must neither read nor change
   * it. Absent: no rule is about single places.
   */
  readonly places?: readonly string[];
  /** The patterns of rules that deny a part of what the call looks through. See `Subject.leavesOut`. Absent: none do. */
  readonly withheld?: readonly string[];
  /** What the arguments may hold of what the model has read. Absent: nothing from outside, and no secret. */
  readonly carries?: Label;
}

/** Tools that models may be told of. */
export interface ToolShelf {
  invokers(): readonly Invoker[];
  /** What an ensemble says about using its tools, from an untrusted source. */
  instructionsOf(ensemble: string): string | undefined;
}

/** What a call brought from outside. */
export interface Brought {
  /** Where it came from. */
  readonly subject: Subject;
  /** The question, with the beginning of what came. */
  readonly preview: Preview;
}

/**
 * Puts a question to the program that made the call, for those who use it. `undefined`: it can't be asked this one.
 *
 * Contract: never rejects, and resolves to `cancel` soon after the signal aborts. The answer is not checked.
 */
export type AskCaller = (
  question: ElicitRequest['params'],
  signal: AbortSignal,
) => Promise<ElicitResult | undefined>;

/** Templates with `{placeholders}` for the fields of the returned object. */
export interface OutputTemplates {
  readonly model?: string;
  /** Markdown. */
  readonly screen?: string;
}

/** How results are shown. */
export interface Output extends OutputTemplates {
  /** How to get at what was cut out of a large result, worded for the model. */
  readonly readOn?: string;
}

const replyMark: unique symbol = Symbol('reply');

/** A result in parts, for invocables that return more than one text or value. */
export interface Reply {
  readonly [replyMark]: true;
  readonly content: readonly Content[];
  readonly screen?: string;
  /** The same as a value, for programs that call tools. Models and people do not see it. */
  readonly structured?: JsonObject;
  readonly failure?: Failure;
  /** The full names of tools that the model is to be told of from now on. */
  readonly finds?: readonly string[];
  /** What is known of where the content comes from. It is never taken for better than the tool itself lets expect. */
  readonly label?: ReadLabel;
}

export function reply(parts: Omit<Reply, typeof replyMark>): Reply {
  return { [replyMark]: true, ...parts };
}

export function isReply(returned: Returned): returned is Reply {
  return typeof returned === 'object' && returned !== null && replyMark in returned;
}

/** `ensemble:name`, the full name by which people, settings and canisters know an invoker. */
export function fullName({ ensemble, name }: { readonly ensemble: string; readonly name: string }): string {
  return ensemble === '' ? name : `${ensemble}:${name}`;
}
