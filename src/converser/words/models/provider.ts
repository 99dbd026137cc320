import type { Listen } from '../../ground/async/listeners.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { JsonObject, JsonSchema } from '../../ground/json/json.ts';
import type { Canister } from '../canister/canister.ts';
import type { OpaqueContent } from '../canister/content.ts';
import type { ModelOptions } from './model-options.ts';
import type { RequestOrigin } from './request-log.ts';

export interface Provider {
  readonly id: string;
  readonly label: string;
  models(signal: AbortSignal): Promise<readonly Model[]>;
  /** It takes ids that `models` doesn’t list, too: some servers list none, or not all. */
  readonly named?: (id: string) => Model;
  /** It tells that `models` would now answer differently. */
  readonly onDidChange?: Listen<void>;
}

export interface Model {
  readonly provider: string;
  readonly id: string;
  readonly label: string;
  readonly capabilities: ModelCapabilities;
  readonly dialect?: Dialect;
  /** Its server’s own name, or the host of its address. */
  readonly server?: string;
  readonly price?: Price;
  /** These hold where a request says nothing else. */
  readonly wanted?: ModelOptions;

  /**
   * Contract:
   * - it never throws and never rejects; its last event is exactly one `finish` or `failure`;
   * - an `invocation` comes once its arguments are complete, in the order the model wrote them;
   * - an `invocation-delta` comes only on request, before its `invocation`, with only `usage` and `notice`
   *   between; a call that was cut off has no `invocation`;
   * - a `restart` makes void all before but `usage` and `notice`; the `usage` after it is of the new request;
   * - a reply larger than `replyLimits` ends with the `failure` `reply-too-large`;
   * - when the signal aborts, it ends soon, with the `failure` `cancelled`;
   * - a consumer that stops listening ends the request.
   */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;

  /** It is absent if the model cannot count. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** Default: the provider. */
  readonly countedBy?: 'provider' | 'tokenizer' | 'estimate';
  /** An estimate in tokens, if the model gets tools in another form than as definitions. */
  toolTokens?(tools: readonly ToolDefinition[]): number;
}

export interface ModelCapabilities {
  readonly tools: 'native' | 'none';
  readonly images: boolean;
  /** Without it, the model gets the text of PDFs. */
  readonly pdfs?: true;
  /** In tokens: one request and its reply. */
  readonly contextTokens?: number;
  /** In tokens, if its server makes as much room as it is asked for. */
  readonly longestContext?: number;
  /** In tokens, for one reply. */
  readonly outputTokens?: number;
  readonly thinks?: boolean;
  /** Tools are described to it, and called by it, as text. */
  readonly contract?: true;
  /** `false`: it makes one invocation per reply. Default: `true`. */
  readonly parallel?: boolean;
  /** The number of tools that a request may have, if it is known. */
  readonly mostTools?: number;
  /** `false`: it doesn’t search for tools, so it is told of all. Default: `true`. */
  readonly findsTools?: boolean;
  /** It can be held to a `replySchema`. Default: `false`. */
  readonly replySchema?: boolean;
}

/** In US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Input that was read from the provider’s cache. Default: as `input`. */
  readonly cached?: number;
  /** Input that was written to the cache. Default: as `input`. */
  readonly written?: number;
  /** Input that was written to the cache for an hour. Default: as `written`. */
  readonly writtenForHour?: number;
  /** It is the price of the whole request if the input is longer than `above`. */
  readonly long?: LongPrice;
}

export interface LongPrice extends Omit<Price, 'long'> {
  /** In tokens. */
  readonly above: number;
}

/** Contract: every invocation among the canisters has exactly one result after it, and all are active. */
export interface ModelRequest {
  readonly canisters: readonly Canister[];
  readonly tools: readonly ToolDefinition[];
  /** `required`: the reply must hold an invocation. `none`: it is to hold none. Default: `auto`. */
  readonly toolChoice?: 'auto' | 'required' | 'none';
  /** `false`: the reply may hold one invocation at most. Default: `true`. */
  readonly parallel?: boolean;
  /** Asks for arguments while the model writes them. */
  readonly fragments?: true;
  /** The reply’s text is to be JSON that fits it, if the capabilities allow that. It goes without `tools`. */
  readonly replySchema?: JsonSchema;
  /** The schema has the narrower form of a vendor’s strict mode, which is to enforce it. */
  readonly strictReply?: true;
  /** Milliseconds for which a failing request is repeated. Default: as long as the provider sees fit. */
  readonly patience?: number;
  /** Leads requests to the cache that saw the conversation's last one. */
  readonly conversation?: string;
  /** No wire carries it. */
  readonly origin?: RequestOrigin;
  /** What holds until the first byte of the reply. No wire carries it. */
  readonly silence?: {
    /** In milliseconds. Default: the provider’s own limit, and longer for as long as its server is alive. */
    readonly limit?: number;
    /** It is called where the request would have been given up, but its server is alive. */
    readonly tell: (message: string) => void;
  };
  /** Such as `temperature`, with the names and values of `dialect`. */
  readonly options?: JsonObject;
  /** Other wires get what has an equal there. Without it, each wire gets the options as they are. */
  readonly dialect?: Dialect;
  /** It holds where `options` say nothing. Without it, the vendor’s defaults hold. */
  readonly wanted?: ModelOptions;
}

export type Dialect = 'anthropic-messages' | 'ollama-chat' | 'openai-chat' | 'openai-responses' | 'vscode-lm';

export interface ToolDefinition {
  /** It matches `^[A-Za-z0-9_-]{1,64}$`. */
  readonly name: string;
  readonly description: string;
  /** Always an object schema with `properties`. */
  readonly inputSchema: JsonSchema;
  /** A model may call it by these, too. No wire carries them. */
  readonly aliases?: readonly string[];
  /** It is absent for tools of a program that runs them itself. No wire carries it. */
  readonly ensemble?: string;
  /** Shipped tools are kept first if a model accepts only some. No wire carries it. */
  readonly isShipped?: true;
  /** A result of the conversation has found it: see `ResultCanister.finds`. Wires may send it there. */
  readonly found?: true;
  /** On its client’s own wire, models know it without description and schema. */
  readonly native?: { readonly dialect: Dialect; readonly definition: JsonObject };
}

export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | {
      readonly type: 'invocation';
      readonly name: string;
      /** It is an object, or the text that the model wrote in its place. */
      readonly arguments: unknown;
      /** The model wrote the call as text: it is made only if you say so. */
      readonly proposed?: true;
      /** Its `invocation-delta` events have the same number. */
      readonly call?: number;
    }
  | {
      readonly type: 'invocation-delta';
      readonly call: number;
      readonly name: string;
      /** The pieces of one call, joined, are its arguments as JSON. */
      readonly text: string;
    }
  | {
      readonly type: 'restart';
      readonly message: string;
      /** In milliseconds. */
      readonly wait: number;
      /** What failed. Who can’t take back what was passed on fails with it: `message` says what is done next. */
      readonly error?: ErrorData;
    }
  | { readonly type: 'opaque'; readonly content: OpaqueContent }
  | {
      readonly type: 'notice';
      /** It is empty if you were told before. */
      readonly message: string;
      /** The names of tools without which the model was asked. */
      readonly leftOut?: readonly string[];
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** The stop word of the request’s options at which the reply ended, if it is known. */
      readonly stopWord?: string;
    }
  | { readonly type: 'failure'; readonly error: ErrorData };

export type FinishReason = 'stop' | 'invocations' | 'length' | 'refusal';

/** In tokens. What a provider doesn’t report is absent. */
export interface Usage {
  readonly input?: number;
  readonly output?: number;
  /** Part of `input`: read from the provider’s cache. */
  readonly cached?: number;
  /** Part of `input`, not of `cached`: written to the cache, if that is charged for. */
  readonly written?: number;
  /** Part of `written`: kept in the cache for an hour. */
  readonly writtenForHour?: number;
  /** Part of `output`. */
  readonly reasoning?: number;
  /** Default: 1. */
  readonly requests?: number;
  /** Some of the figures are estimates. */
  readonly estimated?: true;
}

export type WrittenInvocation = Pick<
  Extract<ModelEvent, { type: 'invocation' }>,
  'name' | 'arguments' | 'proposed'
>;
