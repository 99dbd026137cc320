import type { ModelOptions } from '../../converser/words/models/model-options.ts';
import type { Dialect, ModelRequest } from '../../converser/words/models/provider.ts';
import { createUnheededTeller } from '../../converser/words/models/tell-unheeded.ts';
import { optionsFor, type Wire } from '../../dialects/options/options-for.ts';
import { reasonIn } from './explain-error.ts';
import type { AskOptions } from './tool-refusals.ts';

type Name = keyof ModelOptions;

export interface WantedOptions {
  ask<T>(request: ModelRequest, options: WantedFrom, post: (request: ModelRequest) => Promise<T>): Promise<T>;
  without(request: ModelRequest, model: string): ModelRequest;
}

type WantedFrom = AskOptions & Pick<Wire, 'thinks' | 'server'>;

const mostRepeats = 8;

export function createWantedOptions(dialect: Dialect): WantedOptions {
  const refused = new Map<string, ReadonlySet<Name>>();
  const tell = createUnheededTeller();

  function without(request: ModelRequest, model: string): ModelRequest {
    const { wanted } = request;
    const names = refused.get(model);
    if (wanted === undefined || names === undefined) return request;
    const kept = Object.entries(wanted).filter(([name]) => !names.has(name as Name));
    const hidden = names.has('showThinking') ? { showThinking: false } : {};
    return { ...request, wanted: { ...Object.fromEntries(kept), ...hidden } };
  }

  return {
    without,
    async ask(request, options, post) {
      const { model, thinks, server } = options;
      if (request.wanted === undefined) return post(request);
      for (let repeats = 0; ; repeats++) {
        const asked = without(request, model);
        const known = [...(refused.get(model) ?? [])].filter(name => request.wanted?.[name] !== undefined);
        const names = [...optionsFor(asked, { dialect, model, thinks, server }).unheeded, ...known];
        const news = tell(request, { label: options.label, names });
        if (news !== undefined) options.notice(news);
        try {
          return await post(asked);
        } catch (cause) {
          const named = repeats === mostRepeats ? undefined : namedIn(cause, asked.wanted ?? {});
          if (named === undefined) throw cause;
          refused.set(model, new Set([...(refused.get(model) ?? []), named]));
        }
      }
    },
  };
}

function namedIn(cause: unknown, wanted: ModelOptions): Name | undefined {
  const { status, param } = Object(cause) as Readonly<Record<string, unknown>>;
  if (status !== 400 && status !== 422) return undefined;
  const text = `${reasonIn(cause)} ${typeof param === 'string' ? param : ''}`;
  // A required call is the request’s own: see `createToolRefusals`.
  if (/tool[_ ]?choice/i.test(text)) return undefined;
  const isSeen = wanted.showThinking !== false;
  if (isSeen && /summar|thinking\.(\w+\.)?display|\bdisplay\b/i.test(text)) return 'showThinking';
  const found = wireNames.find(([name, pattern]) => wanted[name] !== undefined && pattern.test(text))?.[0];
  if (found !== undefined) return found;
  const { body = {} } = wanted;
  if (Object.keys(body).some(name => text.includes(name))) return 'body';
  return isSeen && /thinking|reasoning/i.test(text) ? 'showThinking' : undefined;
}

const wireNames: readonly (readonly [Name, RegExp])[] = [
  ['temperature', /temperature/i],
  ['topP', /top_?p\b/i],
  ['seed', /\bseed\b/i],
  ['verbosity', /verbosity/i],
  ['serviceTier', /service_?tier/i],
  ['cacheLifetime', /\bttl\b/i],
  ['stop', /["'`. ]stop(_sequences)?\b/i],
  ['effort', /effort|\bthink(ing)?\b|adaptive|reasoning/i],
];
