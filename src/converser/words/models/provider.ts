import type { Listen } from '../../ground/async/listeners.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { JsonObject, JsonSchema } from '../../ground/json/json.ts';
import type { Canister } from '../canister/canister.ts';
import type { OpaqueContent } from '../canister/content.ts';
import type { ModelOptions } from './model-options.ts';

/** A source of models. */
export interface Provider {
  /** Stable and short, such as `anthropic`. */
  readonly id: string;
  readonly label: string;
  models(signal: AbortSignal): Promise<readonly Model[]>;
  /** A model by its id, also one that `models` does not list: some servers list none, or not all. */
  readonly named?: (id: string) => Model;
  /** Tells that `models` would now answer differently. */
  readonly onDidChange?: Listen<void>;
}

export interface Model {
  readonly provider: string;
  /** Unique within its provider. */
  readonly id: string;
  readonly label: string;
  readonly capabilities: ModelCapabilities;
  /** The wire that it is asked on, where its requests have options. */
  readonly dialect?: Dialect;
  /** Who serves it: what its program calls itself, or the host of its address. */
  readonly server?: string;
  /** What its tokens cost, where that is known. */
  readonly price?: Price;
  /** What is wanted of it where a request says nothing about it. */
  readonly wanted?: ModelOptions;

  /**
   * One reply to the canisters, as a stream.
   *
   * Contract:
   * - it never throws and never rejects; its last event is exactly one `finish` or `failure`;
   * - an `invocation` event is emitted once its arguments are complete, in the order the model wrote them;
   * - an `invocation-delta` comes only if the request asks for it, before the `invocation` with the same `call`, and with
   *   nothing but `usage` and `notice` between those of one call; a call that was cut off has no `invocation`;
   * - a `restart` makes void whatever came before it, but for `usage` and `notice`: that was paid for anyway, and
   *   the `usage` after it is that of the new request alone;
   * - a reply that is larger than `replyLimits` allows ends with a `failure` whose code is `reply-too-large`;
   * - when the signal aborts, it ends soon, with a `failure` whose code is `cancelled`;
   * - a consumer that stops listening ends the request.
   */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;

  /** Tokens the request would cost. Absent where the model cannot count. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** Who counts there. Default: the provider itself. */
  readonly countedBy?: 'provider' | 'tokenizer' | 'estimate';
  /** About how many tokens these tools take in a request, where it gets them in another form than as definitions. */
  toolTokens?(tools: readonly ToolDefinition[]): number;
}

export interface ModelCapabilities {
  readonly tools: 'native' | 'none';
  readonly images: boolean;
  /** It reads PDFs as they are. Absent: it gets their text, see `withPdfText`. */
  readonly pdfs?: true;
  /** Tokens that fit into one request and its reply. */
  readonly contextTokens?: number;
  /** Tokens that it could have room for, where its server makes as much room as it is asked for. */
  readonly longestContext?: number;
  /** Tokens that a reply may have. */
  readonly outputTokens?: number;
  /** Whether it thinks before it answers, where its server says so. */
  readonly thinks?: boolean;
  /** Tools are given to it, and called by it, as text: through the contract. */
  readonly contract?: true;
  /** `false`: it makes one invocation per reply. Default `true`. */
  readonly parallel?: boolean;
  /** Tools that a request may have. Absent: not known. */
  readonly mostTools?: number;
  /** `false`: it doesn't look for tools that it is not told of, so it is told of all. Default `true`. */
  readonly findsTools?: boolean;
  /** Whether it can be held to a `replySchema`. Default `false`. */
  readonly replySchema?: boolean;
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Of input that was read from the provider's cache. Default: as `input`. */
  readonly cached?: number;
  /** Of input that was written to the provider's cache. Default: as `input`. */
  readonly written?: number;
  /** Of input that was written to the cache to stay there for an hour. Default: as `written`. */
  readonly writtenForHour?: number;
  /** What all of a request costs whose input is longer. */
  readonly long?: LongPrice;
}

export interface LongPrice extends Omit<Price, 'long'> {
  /** Tokens of input that still cost the ordinary price. */
  readonly above: number;
}

/** Contract: every invocation among the canisters has exactly one result after it, and all are active. */
export interface ModelRequest {
  readonly canisters: readonly Canister[];
  readonly tools: readonly ToolDefinition[];
  /** `required`: the reply must hold an invocation. Default `auto`. */
  readonly toolChoice?: 'auto' | 'required';
  /** `false`: the reply is to hold one invocation at most. Default `true`. */
  readonly parallel?: boolean;
  /** Arguments are wanted while the model writes them, too, from models that can. */
  readonly fragments?: true;
  /** The text of the reply is to be JSON that fits; heeded where the capabilities say so. Goes without `tools`. */
  readonly replySchema?: JsonSchema;
  /** The schema has the narrower form that a vendor's strict mode needs, and is to be enforced to the letter. */
  readonly strictReply?: true;
  /**
   * Milliseconds for which a request that fails is made again: whoever asks has another model, or tries again itself.
   * Default: as long as the provider takes for right.
   */
  readonly patience?: number;
  /** Stands for the conversation. Its requests begin alike, so it leads them to the cache that has seen the last one. */
  readonly conversation?: string;
  /** Such as `temperature`, under the names and with the values of `dialect`. */
  readonly options?: JsonObject;
  /** Whose options they are: other wires get what has an equal there. Without it, each wire gets them as they are. */
  readonly dialect?: Dialect;
  /**
   * What you want of the model where `options` say nothing about it. Without it, nothing is asked for that the vendor
   * doesn't do by itself, not even to see what the model thinks.
   */
  readonly wanted?: ModelOptions;
}

/** The public wire formats, and VS Code's API for models: each has options of its own. */
export type Dialect = 'anthropic-messages' | 'ollama-chat' | 'openai-chat' | 'openai-responses' | 'vscode-lm';

/** An invoker as models get to know it. */
export interface ToolDefinition {
  /** Matches `^[A-Za-z0-9_-]{1,64}$`. */
  readonly name: string;
  readonly description: string;
  /** Always an object schema with `properties`. */
  readonly inputSchema: JsonSchema;
  /** Other names under which a model may call it; no wire carries them. */
  readonly aliases?: readonly string[];
  /** The name of the ensemble that it belongs to. Absent: a program's that keeps its tools itself. No wire carries it. */
  readonly ensemble?: string;
  /** It comes with Converser; kept before others where a model accepts only some. No wire carries it. */
  readonly isShipped?: true;
  /** A result of the conversation has found it: see `ResultCanister.finds`. Wires may send it there. */
  readonly found?: true;
  /** What it is on its client's own wire, if its models know it without description and schema. */
  readonly native?: { readonly dialect: Dialect; readonly definition: JsonObject };
}

export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | {
      readonly type: 'invocation';
      /** The name as the model wrote it: a wire name, or what it took for one. */
      readonly name: string;
      /** An object, or the text the model wrote in its place. */
      readonly arguments: unknown;
      /** The model showed the call and may not have meant it: it is made only if the user says so. */
      readonly proposed?: true;
      /** The number of the call, if its arguments were passed on while the model wrote them. */
      readonly call?: number;
    }
  | {
      readonly type: 'invocation-delta';
      /** Different for each call of a reply, and never smaller than that of the call before. */
      readonly call: number;
      readonly name: string;
      /** A piece of the arguments, which are JSON once they are joined. */
      readonly text: string;
    }
  | {
      readonly type: 'restart';
      /** Why the request is made again, for people. */
      readonly message: string;
      /** Milliseconds until then. */
      readonly wait: number;
    }
  | { readonly type: 'opaque'; readonly content: OpaqueContent }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** The stop word of the request's options at which the reply ended, where that is known. */
      readonly stopWord?: string;
    }
  | { readonly type: 'failure'; readonly error: ErrorData };

export type FinishReason = 'stop' | 'invocations' | 'length' | 'refusal';

/** Tokens. What a provider does not report is absent. */
export interface Usage {
  readonly input?: number;
  readonly output?: number;
  /** Part of `input`: what was read from the provider's cache. */
  readonly cached?: number;
  /** Part of `input`, and no part of `cached`: what was written to the cache, where that is charged for. */
  readonly written?: number;
  /** Part of `written`: what stays in the cache for an hour, not for some minutes. */
  readonly writtenForHour?: number;
  /** Part of `output`. */
  readonly reasoning?: number;
  /** How many requests were made for the reply. Default: one. */
  readonly requests?: number;
  /** Some of the figures are estimated, not reported by the provider. */
  readonly estimated?: true;
}

/** An invocation as the model wrote it. */
export type WrittenInvocation = Pick<
  Extract<ModelEvent, { type: 'invocation' }>,
  'name' | 'arguments' | 'proposed'
>;
