import type { Canister } from '../converser/canister/canister.ts';
import type { ConverseEvent } from '../converser/conversation/converse-event.ts';
import type { EnsembleState } from '../converser/ensemble/ensemble.ts';
import type { FormField } from '../converser/forms/form-field.ts';
import type { JsonObject } from '../converser/json/json.ts';
import type { PermissionAnswer } from '../converser/permission/permissions.ts';
import type { Spending, TurnSpending } from '../converser/spending/spending.ts';

/**
 * What the extension and the page of the sidebar tell each other.
 *
 * Invariant: the page holds no state of record. Whatever it shows follows from the last `state` and the events
 * since, so it may be thrown away and made anew at any moment.
 */
export type ToPage =
  | { readonly type: 'state'; readonly state: SidebarState }
  /** An event of the running turn, in addition to those in the last `state`. */
  | { readonly type: 'event'; readonly event: ConverseEvent }
  /** Puts text into the message field and focuses it. */
  | { readonly type: 'compose'; readonly text: string }
  | { readonly type: 'focus' }
  /** Puts text where the caret of the message field is, as a word of its own. */
  | { readonly type: 'insert'; readonly text: string }
  /** Answers `complete`. */
  | {
      readonly type: 'completions';
      readonly request: number;
      /** Where in the text the part begins that a choice replaces; it ends at the caret. */
      readonly start: number;
      readonly items: readonly CompletionItem[];
    };

export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'send'; readonly text: string }
  | { readonly type: 'stop' }
  | { readonly type: 'new-conversation' }
  | { readonly type: 'choose-model'; readonly reference: string }
  | { readonly type: 'connect-to-models' }
  /** For the server of the chosen model, which does not accept the one it has. */
  | { readonly type: 'set-key' }
  | {
      readonly type: 'enable-ensemble';
      readonly name: string;
      readonly enabled: boolean;
    }
  | {
      readonly type: 'enable-invoker';
      readonly fullName: string;
      readonly enabled: boolean;
    }
  | {
      readonly type: 'answer';
      readonly questionId: string;
      readonly answer: PermissionAnswer;
    }
  | {
      readonly type: 'answer-request';
      readonly requestId: string;
      readonly answer: RequestAnswer;
    }
  /** What could stand at the end of what is written up to the caret. */
  | { readonly type: 'complete'; readonly request: number; readonly text: string }
  /** Leads to a resource, or to the variables of the named template, as `server:template`. */
  | { readonly type: 'attach'; readonly template?: string }
  /** A link: http(s), a path in the workspace, perhaps with `#L12`, or the URI of an attached resource. */
  | { readonly type: 'open-link'; readonly href: string }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'show-log' };

export interface SidebarState {
  /** What is committed. */
  readonly canisters: readonly Canister[];
  /**
   * The events of the running turn so far, or of the last turn, whether it was committed or rolled back; deltas
   * are joined. A committed turn is recognised among `canisters` and shown once.
   */
  readonly turn: readonly ConverseEvent[];
  /** What earlier turns cost, by the id of the turn's last canister, where it is known. */
  readonly spendings?: Readonly<Record<string, TurnSpending>>;
  /** What the turns that have ended cost, those that were rolled back included. */
  readonly spending?: Spending;
  readonly running: boolean;
  readonly models: readonly SidebarModel[];
  /** The reference of the chosen model. */
  readonly model: string | undefined;
  readonly ensembles: readonly SidebarEnsemble[];
  /** Open questions, oldest first. */
  readonly questions: readonly SidebarQuestion[];
  /** What servers of tools ask the person, oldest first. */
  readonly requests: readonly SidebarRequest[];
  /** Whether there is a server whose resources could be attached. */
  readonly canAttach: boolean;
}

export interface SidebarModel {
  /** `provider/id`. */
  readonly reference: string;
  readonly label: string;
  /** Where it comes from, in a word or two. Models with the same are shown together. */
  readonly detail: string;
  /** How it is given tools. */
  readonly tools: 'native' | 'contract' | 'none';
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
  readonly choices: readonly PermissionAnswer[];
}

/** Something that a server of tools asks the person, and waits for. What it says of itself is not to be trusted. */
export type SidebarRequest = FormRequest | PageRequest | SamplingRequest;

interface Asking {
  readonly id: string;
  /** The name under which the person knows the server. */
  readonly server: string;
  readonly message: string;
}

/** Some values. */
export interface FormRequest extends Asking {
  readonly kind: 'form';
  readonly fields: readonly FormField[];
  /** Why the last answer was not taken. */
  readonly problem?: string;
}

/** To open a web page. */
export interface PageRequest extends Asking {
  readonly kind: 'page';
  /** Its whole address. */
  readonly page: string;
}

/** To have a model asked on its behalf. */
export interface SamplingRequest extends Asking {
  readonly kind: 'sampling';
  readonly model: string;
  /** What the model would be told, in order. */
  readonly prompt: readonly { readonly speaker: string; readonly text: string }[];
  /** What it may cost, in words. */
  readonly budget: string;
}

/** `session`: the same may be done without asking until VS Code is closed. */
export type RequestAnswer =
  | { readonly action: 'accept'; readonly content?: JsonObject; readonly session?: boolean }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

export interface CompletionItem {
  readonly label: string;
  readonly detail: string;
  /** What is written instead. Absent where `template` has variables to be asked for first. */
  readonly insert?: string;
  readonly template?: string;
}
