import type { JsonObject } from '../converser/ground/json/json.ts';
import type { Effort } from '../converser/ground/wording/effort-names.ts';
import type { AttachmentKind } from '../converser/turn/attachments/attachment.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import type { WindowMeasure } from '../converser/words/context-window/window-measure.ts';
import type { ConverseEvent } from '../converser/words/conversation/converse-event.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import type { EnsembleState } from '../converser/words/ensemble/ensemble.ts';
import type { FormField } from '../converser/words/ensemble/form-field.ts';
import type { Preview } from '../converser/words/ensemble/invoker.ts';
import type { HeldOption } from '../converser/words/models/held-options.ts';
import type { PermissionAnswer, PermissionScope } from '../converser/words/permission/permission-question.ts';
import type { Spending, TurnSpending } from '../converser/words/spending/spending.ts';
import type { Plan } from '../converser/words/texts/plan-text.ts';
import type { Savings } from '../converser/words/texts/saving-texts.ts';

/** Invariant: the page holds no state of record, so VS Code may discard and reload it at any moment. */
export type ToPage =
  | { readonly type: 'state'; readonly state: SidebarState }
  | { readonly type: 'event'; readonly event: ConverseEvent }
  | TurnsMessage
  | FoundMessage
  | {
      readonly type: 'changes';
      readonly turn: string;
      readonly files: readonly SidebarChangedFile[];
      /** How many are left out. */
      readonly more: number;
    }
  | { readonly type: 'compose'; readonly text: string }
  | { readonly type: 'add'; readonly text: string }
  | { readonly type: 'focus' }
  | FindInPage
  | { readonly type: 'insert'; readonly text: string }
  | {
      readonly type: 'attachments';
      readonly request: number;
      readonly items: readonly SidebarAttachment[];
    }
  | WindowMessage
  | {
      readonly type: 'completions';
      readonly request: number;
      /** Where the part of the text starts that a choice replaces; it ends at the caret. */
      readonly start: number;
      readonly items: readonly CompletionItem[];
    };

export interface WindowMessage {
  readonly type: 'window';
  readonly conversation: string;
  readonly measure: WindowMeasure;
}

export interface TurnsMessage {
  readonly type: 'turns';
  readonly conversation: string;
  readonly version: number;
  /** The oldest turn has 0. */
  readonly from: number;
  readonly turns: readonly CommittedTurn[];
}

/** Once the conversation is shown, finds a text in it. */
export interface FindInPage {
  readonly type: 'find';
  readonly conversation: string;
  /** Begins with this turn; the oldest one has 0. */
  readonly turn: number;
  readonly text: string;
}

export interface FoundMessage {
  readonly type: 'found';
  readonly request: number;
  readonly conversation: string;
  readonly version: number;
  readonly matches: readonly (readonly [turn: number, count: number])[];
}

export type FromPage =
  | { readonly type: 'ready' }
  /** You have come to this page: commands are about what it shows. */
  | { readonly type: 'focused' }
  | { readonly type: 'read-turns'; readonly from: number /** Exclusive. */; readonly to: number }
  | { readonly type: 'read-matches'; readonly request: number; readonly text: string }
  /** While a turn runs, the message waits: for its answer, or (`now`) for its next round. */
  | { readonly type: 'send'; readonly text: string; readonly now?: true }
  /** The turn that runs reads a waiting message before its next round. */
  | { readonly type: 'send-now'; readonly id: string }
  | { readonly type: 'stop' }
  | { readonly type: 'stop-after-round'; readonly stops: boolean }
  | { readonly type: 'declare-clean' }
  | { readonly type: 'stop-recording' }
  /** Takes back what a turn has changed; where that was done, does it again. `turn` is the id of its first canister. */
  | { readonly type: 'undo-turn'; readonly turn: string }
  | { readonly type: 'show-changes'; readonly turn: string }
  | { readonly type: 'keep-turn'; readonly turn: string }
  | { readonly type: 'list-changes'; readonly turn: string }
  /** Takes back what a turn has changed in a file; where that was done, does it again. */
  | { readonly type: 'undo-file'; readonly turn: string; readonly place: string }
  | { readonly type: 'keep-file'; readonly turn: string; readonly place: string; readonly kept: boolean }
  | { readonly type: 'show-file'; readonly turn: string; readonly place: string }
  /** Opens what was sent for a round and what came back, readable or byte by byte. */
  | { readonly type: 'show-request'; readonly turn: string; readonly round: number; readonly raw: boolean }
  | { readonly type: 'take-back'; readonly id: string }
  /** Takes a compaction back, or makes it hold again. */
  | { readonly type: 'take-back-compaction'; readonly id: string; readonly takenBack: boolean }
  | { readonly type: 'pin'; readonly id: string; readonly pinned: boolean }
  /** `turn` is the id of its first canister. What you send next goes out instead of its message, or (`undefined`) no longer does. */
  | { readonly type: 'edit-message'; readonly turn?: string }
  | { readonly type: 'retry-turn'; readonly turn: string }
  | { readonly type: 'compare-answers'; readonly conversation: string }
  /** Goes back to the end of the turn, with the files. */
  | { readonly type: 'restore-turn'; readonly turn: string }
  /** Goes where the conversation had led before you went back. */
  | { readonly type: 'bring-back' }
  /** Shows what was sent instead of the turn, before or after it. */
  | { readonly type: 'show-version'; readonly turn: string; readonly step: number }
  | { readonly type: 'choose-model'; readonly reference: string }
  /** For this conversation. `usual`: what your settings say. */
  | { readonly type: 'choose-effort'; readonly effort: Effort | 'usual' }
  | { readonly type: 'choose-mode'; readonly name: string }
  | { readonly type: 'read-window' }
  /** `result` is the id of the only one to leave out. */
  | { readonly type: 'compact'; readonly result?: string }
  | { readonly type: 'new-conversation' }
  | { readonly type: 'connect-to-models' }
  /** What is sent again once there is a key. */
  | { readonly type: 'set-key'; readonly again: string; readonly turn?: string | undefined }
  /** Without an id, lets you choose one. */
  | { readonly type: 'open-conversation'; readonly id?: string }
  | { readonly type: 'enable-ensemble'; readonly name: string; readonly enabled: boolean }
  | { readonly type: 'enable-invoker'; readonly fullName: string; readonly enabled: boolean }
  | { readonly type: 'approve-server'; readonly name: string }
  | { readonly type: 'answer'; readonly questionId: string; readonly answer: PermissionAnswer }
  | { readonly type: 'answer-request'; readonly requestId: string; readonly answer: RequestAnswer }
  | { readonly type: 'complete'; readonly request: number; readonly text: string }
  | { readonly type: 'read-attachments'; readonly request: number; readonly text: string }
  | {
      readonly type: 'hold';
      readonly name: string;
      readonly bytes: Uint8Array;
      /** A small picture of it, as a data address. */
      readonly thumbnail?: string;
    }
  | { readonly type: 'mention'; readonly uris: readonly string[] }
  | { readonly type: 'pick-files' }
  | { readonly type: 'add-context' }
  /** Lets you pick the variables of the named template of an MCP server (`server:template`). */
  | { readonly type: 'attach'; readonly template: string }
  /** A link: http(s), a path in the workspace, perhaps with `#L12`, or the URI of an attached resource. */
  | { readonly type: 'open-link'; readonly href: string }
  | { readonly type: 'copy'; readonly text: string }
  /** Puts code of an answer at the cursor of the editor. `language` is as the model wrote it, and may be empty. */
  | { readonly type: 'insert-code'; readonly code: string; readonly language: string }
  | { readonly type: 'show-diagram'; readonly code: string }
  /** `file` is a path, as far as the answer names one. */
  | { readonly type: 'apply-code'; readonly code: string; readonly language: string; readonly file?: string }
  | { readonly type: 'show-change'; readonly questionId: string }
  | { readonly type: 'show-log' };

export interface SidebarState {
  readonly history: SidebarHistory;
  /** Of the running or the last turn, committed or rolled back, with its deltas joined. */
  readonly turn: readonly ConverseEvent[];
  /** What the turns that have ended cost, those that were rolled back included. */
  readonly spending?: Spending;
  readonly savings?: Savings;
  readonly running: boolean;
  readonly stopsAfterRound?: true;
  /** What is sent and comes back is kept in a file of its own. */
  readonly isRecorded?: true;
  /** Another window is in the middle of its last turn. */
  readonly runsElsewhere?: true;
  /** It is never stored. */
  readonly isPrivate?: true;
  readonly queued: readonly QueuedMessage[];
  /** The ids of the calls that wait for permission: those with a question, and those behind them. */
  readonly undecided: readonly string[];
  /** What turns have changed and can be undone, by the id of the turn's first canister. */
  readonly changes: Readonly<Record<string, SidebarChanges>>;
  /** Of the turns that there are others instead of, by the id of the turn's first canister. */
  readonly versions: Readonly<Record<string, SidebarVersion>>;
  /** How many turns followed before you went back, and how many files are still as they left them. */
  readonly ahead?: { readonly turns: number; readonly files: number };
  /** What other models have answered, or answer now, by the id of the turn's first canister. */
  readonly beside: Readonly<Record<string, readonly SidebarAnswerBeside[]>>;
  /** The message that you are editing. */
  readonly editing?: { readonly turn: string; readonly text: string };
  readonly plan?: SidebarPlan;
  /** The program that leads the conversation. Absent: it is yours. */
  readonly client?: string;
  /** What it has read from outside, and which secrets, but for what you trust or have declared clean. Absent: nothing. */
  readonly exposure?: string;
  /** The mention of the file in the editor. */
  readonly editor?: string;
  /** The newest other conversations, while this one is empty. */
  readonly recent?: readonly SidebarRecent[];
  readonly models: readonly SidebarModel[];
  readonly model: string | undefined;
  readonly effort?: Effort;
  readonly modes: readonly SidebarMode[];
  readonly mode: string;
  readonly ensembles: readonly SidebarEnsemble[];
  readonly questions: readonly SidebarQuestion[];
  readonly requests: readonly SidebarRequest[];
}

export interface SidebarRecent {
  readonly id: string;
  readonly title: string;
}

/** The second of three has `at` 1 and `of` 3. */
export interface SidebarVersion {
  readonly at: number;
  readonly of: number;
}

export interface SidebarHistory {
  readonly conversation: string;
  /** Another one when turns have changed, and not only new ones have come. */
  readonly version: number;
  readonly turns: number;
}

export interface CommittedTurn {
  readonly canisters: readonly Canister[];
  readonly thoughts?: readonly Thought[];
  readonly spending?: TurnSpending;
  readonly receipts?: readonly SidebarReceipt[];
}

export interface SidebarReceipt {
  readonly text: string;
  readonly call?: string;
}

export interface SidebarPlan {
  readonly call: string;
  readonly steps: Plan;
}

export interface SidebarChanges {
  readonly files: number;
  readonly undone: number;
  /** How many you keep: undoing the turn leaves them. */
  readonly kept: number;
  /** How many reach the disk only once you keep them. Absent: none. */
  readonly waiting?: number;
  readonly isUndone: boolean;
  /** What ran beside that and can't be taken back. */
  readonly others: readonly string[];
}

export interface SidebarAnswerBeside {
  readonly conversation: string;
  /** The model. */
  readonly label: string;
  readonly isRunning: boolean;
  /** How long it took, and what it cost; empty where that isn't known. */
  readonly figures: string;
  /** How many files it proposes, or has changed. */
  readonly files: number;
}

export interface SidebarChangedFile {
  readonly place: string;
  readonly path: string;
  readonly from?: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'moved';
  readonly counts?: string;
  readonly state: 'changed' | 'kept' | 'undone' | 'waiting';
}

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly when: 'next-round' | 'after-answer';
  /** It calls a tool by itself, so it can only begin a turn of its own. */
  readonly isCall?: true;
}

export interface SidebarMode {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface SidebarModel {
  readonly reference: string;
  readonly label: string;
  readonly detail: string;
  readonly tools: 'native' | 'contract' | 'none';
  readonly images?: true;
  readonly pdfs?: true;
  /** Dollars for a million tokens. Absent: that isn't known. */
  readonly price?: { readonly input: number; readonly output: number };
  /** Tokens that fit into one request. Absent: that isn't known. */
  readonly contextTokens?: number;
  /** How hard it can be told to think. Absent: it can't, or that isn't known. */
  readonly efforts?: readonly Effort[];
  readonly effort?: Effort;
  readonly options?: readonly HeldOption[];
}

export interface SidebarEnsemble {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly state: EnsembleState;
  readonly invokers: readonly SidebarInvoker[];
}

export interface SidebarInvoker {
  readonly fullName: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly readOnly: boolean;
}

export interface SidebarQuestion {
  readonly id: string;
  readonly invocationId: string;
  readonly fullName: string;
  readonly arguments: JsonObject;
  /** Absent where the preview says it all. */
  readonly reason?: string;
  readonly scopes: readonly PermissionScope[];
  readonly patterns: readonly string[];
  /** The sources that a yes can trust, for people. Absent: nothing from outside, and no secret, was read. */
  readonly caution?: { readonly trusts?: string };
  readonly preview?: SidebarPreview;
  /** What you made of the arguments last, if there is a mistake in it. */
  readonly draft?: JsonObject;
  readonly mistake?: string;
  /** Milliseconds from now until no answer counts any more. Absent: you may take any time. */
  readonly left?: number;
}

export interface SidebarPreview extends Omit<Preview, 'basis' | 'change'> {
  /** Such as `+9 −3`. */
  readonly size?: string;
  /** An editor can show the change. */
  readonly isChange?: true;
}

/** What an MCP server or the model asks you, and waits for. Its words are not to be trusted. */
export type SidebarRequest = FormRequest | PageRequest | SamplingRequest;

interface Request {
  readonly id: string;
  readonly server: string;
  readonly message: string;
}

export interface FormRequest extends Request {
  readonly kind: 'form';
  readonly asker?: 'model';
  /** Absent: no conversation in particular. */
  readonly conversation?: string;
  readonly fields: readonly FormField[];
  readonly problem?: string;
}

export interface PageRequest extends Request {
  readonly kind: 'page';
  readonly page: string;
}

export interface SamplingRequest extends Request {
  readonly kind: 'sampling';
  readonly model: string;
  readonly prompt: readonly { readonly speaker: string; readonly text: string }[];
  readonly budget: string;
}

/** `session`: the server may do the same without asking until you close VS Code. */
export type RequestAnswer =
  | { readonly action: 'accept'; readonly content?: JsonObject; readonly session?: boolean }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

export interface SidebarAttachment {
  /** How the message mentions it: `@src/a.ts:3`. */
  readonly written: string;
  readonly title: string;
  /** Absent: it can't be attached, for the reason that `problem` gives. */
  readonly kind?: AttachmentKind;
  readonly problem?: string;
  readonly tokens?: number;
  readonly note?: string;
  readonly isSecret?: true;
  readonly isOutside?: true;
  readonly thumbnail?: string;
}

export interface CompletionItem {
  readonly label: string;
  readonly detail: string;
  readonly icon?: string;
  /** It lets you pick files on this computer. */
  readonly picks?: true;
  /** The replacement. Absent where `template` has variables that you are asked for first. */
  readonly insert?: string;
  readonly template?: string;
}
