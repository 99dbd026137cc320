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

/**
 * The messages between the extension and the page of the sidebar.
 *
 * Invariant: the page holds no state of record. Everything it shows follows from the last `state`, the events since
 * and the turns that it has read, so VS Code may discard it and load it again at any moment.
 */
export type ToPage =
  | { readonly type: 'state'; readonly state: SidebarState }
  /** An event of the running turn, in addition to those in the last `state`. */
  | { readonly type: 'event'; readonly event: ConverseEvent }
  | TurnsMessage
  | FoundMessage
  /** Answers `list-changes`, with the most that is listed. */
  | {
      readonly type: 'changes';
      readonly turn: string;
      readonly files: readonly SidebarChangedFile[];
      /** How many are left out. */
      readonly more: number;
    }
  /** Replaces the text of the message field and focuses it. */
  | { readonly type: 'compose'; readonly text: string }
  /** Puts text after what is in the message field, as a paragraph of its own, and focuses the field. */
  | { readonly type: 'add'; readonly text: string }
  | { readonly type: 'focus' }
  /** Puts text at the caret of the message field, with spaces around it. */
  | { readonly type: 'insert'; readonly text: string }
  /** Answers `read-attachments`. */
  | {
      readonly type: 'attachments';
      readonly request: number;
      readonly items: readonly SidebarAttachment[];
    }
  | WindowMessage
  /** Answers `complete`. */
  | {
      readonly type: 'completions';
      readonly request: number;
      /** Where the part of the text starts that a choice replaces; it ends at the caret. */
      readonly start: number;
      readonly items: readonly CompletionItem[];
    };

/** Answers `read-window`: what the next request of the conversation would take. */
export interface WindowMessage {
  readonly type: 'window';
  readonly conversation: string;
  readonly measure: WindowMeasure;
}

/** Answers `read-turns`, with as many of the turns as may be sent at a time. */
export interface TurnsMessage {
  readonly type: 'turns';
  /** Of the history that they were read from. */
  readonly conversation: string;
  readonly version: number;
  /** The place of the first one; the oldest turn of the conversation has 0. */
  readonly from: number;
  readonly turns: readonly CommittedTurn[];
}

/** Answers `read-matches`. */
export interface FoundMessage {
  readonly type: 'found';
  readonly request: number;
  /** Of the history that was searched. */
  readonly conversation: string;
  readonly version: number;
  /** How often it was found, by the place of the turn, in ascending order. */
  readonly matches: readonly (readonly [turn: number, count: number])[];
}

export type FromPage =
  | { readonly type: 'ready' }
  /** Asks for committed turns by their places. */
  | { readonly type: 'read-turns'; readonly from: number /** Exclusive. */; readonly to: number }
  /** Searches the committed turns. */
  | { readonly type: 'read-matches'; readonly request: number; readonly text: string }
  /** While a turn runs, the message waits: for its answer, or (`now`) for its next round. */
  | { readonly type: 'send'; readonly text: string; readonly now?: true }
  /** The turn that runs reads a waiting message before its next round. */
  | { readonly type: 'send-now'; readonly id: string }
  | { readonly type: 'stop' }
  /** Ends the turn after the round that runs, or takes that back. */
  | { readonly type: 'stop-after-round'; readonly stops: boolean }
  /** Asks you whether what the conversation has read counts as clean. */
  | { readonly type: 'declare-clean' }
  /** Takes back what a turn has changed; where that was done, does it again. `turn` is the id of its first canister. */
  | { readonly type: 'undo-turn'; readonly turn: string }
  | { readonly type: 'show-changes'; readonly turn: string }
  /** Asks which files a turn has changed. */
  | { readonly type: 'list-changes'; readonly turn: string }
  /** Takes back what a turn has changed in a file; where that was done, does it again. */
  | { readonly type: 'undo-file'; readonly turn: string; readonly place: string }
  | { readonly type: 'keep-file'; readonly turn: string; readonly place: string; readonly kept: boolean }
  | { readonly type: 'show-file'; readonly turn: string; readonly place: string }
  /** Puts a queued message back into the message field. */
  | { readonly type: 'take-back'; readonly id: string }
  /** Takes back what is left out of requests, or leaves it out again. `id` is that of the compaction. */
  | { readonly type: 'take-back-compaction'; readonly id: string; readonly takenBack: boolean }
  /** Keeps something in requests whatever is left out of them, or no longer. `id` is that of its canister. */
  | { readonly type: 'pin'; readonly id: string; readonly pinned: boolean }
  | { readonly type: 'choose-model'; readonly reference: string }
  /** For this conversation. `usual`: what your settings say. */
  | { readonly type: 'choose-effort'; readonly effort: Effort | 'usual' }
  /** For this conversation. */
  | { readonly type: 'choose-mode'; readonly name: string }
  /** Asks how much of the model's window the next request would take. */
  | { readonly type: 'read-window' }
  | { readonly type: 'compact' }
  | { readonly type: 'new-conversation' }
  | { readonly type: 'connect-to-models' }
  /** For the provider of the chosen model, which rejected the key it has. */
  | { readonly type: 'set-key' }
  | { readonly type: 'enable-ensemble'; readonly name: string; readonly enabled: boolean }
  | { readonly type: 'enable-invoker'; readonly fullName: string; readonly enabled: boolean }
  /** Asks you whether the MCP server of this name may start. */
  | { readonly type: 'approve-server'; readonly name: string }
  | { readonly type: 'answer'; readonly questionId: string; readonly answer: PermissionAnswer }
  | { readonly type: 'answer-request'; readonly requestId: string; readonly answer: RequestAnswer }
  /** Asks for completions of the text before the caret. */
  | { readonly type: 'complete'; readonly request: number; readonly text: string }
  /** Asks what the message that you write brings along. */
  | { readonly type: 'read-attachments'; readonly request: number; readonly text: string }
  /** Keeps a file that you pasted or dropped, and mentions it in the message. */
  | {
      readonly type: 'hold';
      readonly name: string;
      readonly bytes: Uint8Array;
      /** A small picture of it, as a data address. */
      readonly thumbnail?: string;
    }
  /** Mentions the files at these addresses in the message. */
  | { readonly type: 'mention'; readonly uris: readonly string[] }
  /** Lets you pick files on this computer. */
  | { readonly type: 'pick-files' }
  /** Lets you choose what the message is about. */
  | { readonly type: 'add-context' }
  /** Lets you pick the variables of the named template of an MCP server (`server:template`). */
  | { readonly type: 'attach'; readonly template: string }
  /** A link: http(s), a path in the workspace, perhaps with `#L12`, or the URI of an attached resource. */
  | { readonly type: 'open-link'; readonly href: string }
  | { readonly type: 'copy'; readonly text: string }
  /** Puts code of an answer at the cursor of the editor. `language` is as the model wrote it, and may be empty. */
  | { readonly type: 'insert-code'; readonly code: string; readonly language: string }
  /** Shows a mermaid diagram of an answer as a picture. */
  | { readonly type: 'show-diagram'; readonly code: string }
  /** Shows what code of an answer would change, to be applied. `file` is a path, as far as the answer names one. */
  | { readonly type: 'apply-code'; readonly code: string; readonly language: string; readonly file?: string }
  | { readonly type: 'show-log' };

export interface SidebarState {
  readonly history: SidebarHistory;
  /**
   * The events of the running turn so far, or of the last turn, whether it was committed or rolled back, with its
   * deltas joined. It comes after those of `history`.
   */
  readonly turn: readonly ConverseEvent[];
  /** What the turns that have ended cost, those that were rolled back included. */
  readonly spending?: Spending;
  /** What its repeated calls have saved. */
  readonly savings?: Savings;
  readonly running: boolean;
  /** It ends after the round that runs now. */
  readonly stopsAfterRound?: true;
  /** What you sent while it runs, in the order in which it is sent on. */
  readonly queued: readonly QueuedMessage[];
  /** The ids of the calls that wait for permission: those with a question, and those behind them. */
  readonly undecided: readonly string[];
  /** What turns have changed and can be undone, by the id of the turn's first canister. */
  readonly changes: Readonly<Record<string, SidebarChanges>>;
  /** The plan that the conversation has. Absent: none. */
  readonly plan?: SidebarPlan;
  /** The program that leads the conversation. Absent: it is yours. */
  readonly client?: string;
  /** What it has read from outside, and which secrets, but for what you trust or have declared clean. Absent: nothing. */
  readonly exposure?: string;
  readonly models: readonly SidebarModel[];
  /** The reference of the chosen model. */
  readonly model: string | undefined;
  /** What you have chosen for this conversation. Absent: what your settings say. */
  readonly effort?: Effort;
  readonly modes: readonly SidebarMode[];
  /** The name of the mode that the conversation is in. There may be none of it any more. */
  readonly mode: string;
  readonly ensembles: readonly SidebarEnsemble[];
  /** Open questions, oldest first. */
  readonly questions: readonly SidebarQuestion[];
  /** What MCP servers ask you, oldest first. */
  readonly requests: readonly SidebarRequest[];
}

/** The committed turns, which the page reads when it shows them. */
export interface SidebarHistory {
  /** The id of the conversation. */
  readonly conversation: string;
  /** Another one when turns have changed, and not only new ones have come. */
  readonly version: number;
  /** How many there are, without the turn that `turn` is about. */
  readonly turns: number;
  /** What you wrote in the newest of them, oldest first. */
  readonly prompts: readonly string[];
}

export interface CommittedTurn {
  readonly canisters: readonly Canister[];
  /** What the model thought in it. */
  readonly thoughts?: readonly Thought[];
  /** Where it is known. */
  readonly spending?: TurnSpending;
  readonly receipts?: readonly SidebarReceipt[];
}

/** Something that an answer says was done. */
export interface SidebarReceipt {
  /** In Markdown. */
  readonly text: string;
  /** The id of the call that has done it. Absent: none has. */
  readonly call?: string;
}

export interface SidebarPlan {
  /** The id of the call that left it. */
  readonly call: string;
  readonly steps: Plan;
}

export interface SidebarChanges {
  /** How many files, folders and links. */
  readonly files: number;
  /** How many of them have been taken back, each by itself or all together. */
  readonly undone: number;
  /** How many you keep: undoing the turn leaves them. */
  readonly kept: number;
  /** It has been taken back. */
  readonly isUndone: boolean;
  /** What ran beside that and can't be taken back. */
  readonly others: readonly string[];
}

/** A file that a turn has changed. */
export interface SidebarChangedFile {
  /** Names it in messages. */
  readonly place: string;
  /** Where it is now, or was when it was deleted. */
  readonly path: string;
  /** Where it was, if it was moved. */
  readonly from?: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'moved';
  /** How many lines came and went: `+42 −3`. */
  readonly counts?: string;
  readonly state: 'changed' | 'kept' | 'undone';
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
  /** One sentence. */
  readonly description: string;
}

export interface SidebarModel {
  /** `provider/id`. */
  readonly reference: string;
  readonly label: string;
  /** Where it comes from, in a word or two. Models are grouped by it. */
  readonly detail: string;
  /** How it calls tools. */
  readonly tools: 'native' | 'contract' | 'none';
  /** It reads images, and PDFs. */
  readonly images?: true;
  readonly pdfs?: true;
  /** Tokens that fit into one request. Absent: that isn't known. */
  readonly contextTokens?: number;
  /** How hard it can be told to think. Absent: it can't, or that isn't known. */
  readonly efforts?: readonly Effort[];
  /** What your settings say about that. */
  readonly effort?: Effort;
  /** What they say besides. Absent: nothing. */
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
  readonly reason: string;
  readonly scopes: readonly PermissionScope[];
  /** See `PermissionQuestion`. */
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

/** What the call would do. */
export type SidebarPreview = Pick<Preview, 'title' | 'diff'>;

/** What an MCP server or the model asks you, and waits for. Its words are not to be trusted. */
export type SidebarRequest = FormRequest | PageRequest | SamplingRequest;

interface Request {
  readonly id: string;
  /** The server’s name in the user interface. */
  readonly server: string;
  readonly message: string;
}

/** To fill in a form. */
export interface FormRequest extends Request {
  readonly kind: 'form';
  /** Set if a model asks instead of an MCP server. */
  readonly asker?: 'model';
  readonly fields: readonly FormField[];
  /** Why the last answer was rejected. */
  readonly problem?: string;
}

/** To open a web page. */
export interface PageRequest extends Request {
  readonly kind: 'page';
  /** Its whole address. */
  readonly page: string;
}

/** To use your model (sampling). */
export interface SamplingRequest extends Request {
  readonly kind: 'sampling';
  readonly model: string;
  /** What the model would read, in order. */
  readonly prompt: readonly { readonly speaker: string; readonly text: string }[];
  /** What it may cost, in words. */
  readonly budget: string;
}

/** `session`: the server may do the same without asking until you close VS Code. */
export type RequestAnswer =
  | { readonly action: 'accept'; readonly content?: JsonObject; readonly session?: boolean }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** What goes with the message that you write. */
export interface SidebarAttachment {
  /** How the message mentions it: `@src/a.ts:3`. */
  readonly written: string;
  readonly title: string;
  /** Absent: it can't be attached, for the reason that `problem` gives. */
  readonly kind?: AttachmentKind;
  readonly problem?: string;
  /** About how many it adds to each request. */
  readonly tokens?: number;
  /** What is missing, in a few words. */
  readonly note?: string;
  readonly isSecret?: true;
  readonly isOutside?: true;
  /** A small picture of it, as a data address. */
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
