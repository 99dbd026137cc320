import { rewritten } from '../../../converser/ground/async/rewritten.ts';
import { errorData, errors } from '../../../converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../../../converser/words/models/provider.ts';
import { correctUsage } from '../../../converser/words/spending/spending.ts';
import { usageOfCut } from '../../../converser/words/spending/usage-of-cut.ts';
import { ownStopWords, type StopWords, withoutStopWords } from '../../../dialects/options/stop-words.ts';
import { createStopFinder } from './stop-finder.ts';

const mostWords = 100;
const longestWord = 1_000;

export function atStopWords(model: Model): Model {
  return {
    ...model,
    reply(request, signal) {
      const stop = ownStopWords(model, request);
      if (stop === undefined) return model.reply(request, signal);
      if (isTooMuch(stop)) return refused(stop);
      const asked = { ...request, options: withoutStopWords(request) };
      return rewritten(model.reply(asked, signal), createCutter(model, asked, stop));
    },
  };
}

function isTooMuch({ words }: StopWords): boolean {
  return words.length > mostWords || words.some(({ length }) => length > longestWord);
}

async function* refused({ path }: StopWords): AsyncGenerator<ModelEvent, void> {
  const rule = `${path}: must be at most ${mostWords} strings of at most ${longestWord} characters.`;
  yield { type: 'failure', error: errorData(errors.badArguments(rule)) };
}

function createCutter(model: Model, request: ModelRequest, { words }: StopWords) {
  let finder = createStopFinder(words);
  let heard = createHeard();
  let isOver = false;

  function* cut(stopWord: string): Generator<ModelEvent, void> {
    isOver = true;
    const usage = usageOfCut(model, { request, ...heard.all() });
    if (usage !== undefined) yield { type: 'usage', usage };
    yield { type: 'finish', reason: heard.hasCalled ? 'invocations' : 'stop', stopWord };
  }

  function* write(event: ModelEvent): Generator<ModelEvent, void> {
    heard.hear(event);
    if (event.type === 'text-delta') {
      const { text, word } = finder.push(event.text);
      if (text !== '') yield { type: 'text-delta', text };
      if (word !== undefined) yield* cut(word);
      return;
    }
    if (event.type === 'restart') [finder, heard] = [createStopFinder(words), createHeard()];
    else if (event.type !== 'usage' && event.type !== 'notice') {
      const text = finder.rest();
      if (text !== '') yield { type: 'text-delta', text };
    }
    yield event;
  }

  return {
    write,
    isOver: () => isOver,
  };
}

function createHeard() {
  const written: string[] = [];
  let usage: Usage | undefined;
  let hasCalled = false;
  return {
    get hasCalled() {
      return hasCalled;
    },
    hear(event: ModelEvent): void {
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') written.push(event.text);
      else if (event.type === 'usage') usage = correctUsage(usage ?? {}, event.usage);
      else if (event.type === 'invocation') {
        hasCalled ||= event.proposed === undefined;
        written.push(JSON.stringify(event.arguments ?? ''));
      }
    },
    all: () => ({ written: written.join(''), usage }),
  };
}
