import type { JsonValue } from '../../ground/json/json.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { Canister, InvocationCanister, ResultCanister } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { worksOf } from './commands.ts';

export type Call = ReturnType<ReturnType<typeof callOf>>;

/** Reads the last thousand calls before a place, in their order. Plans, and calls that failed, show nothing. */
export function callsBefore(canisters: readonly Canister[], end: number): readonly Call[] {
  const results = new Map<string, ResultCanister>();
  const found: Call[] = [];
  for (let at = end - 1; at >= 0 && found.length < 1_000; at--) {
    const canister = canisters[at];
    if (canister?.role === 'result') results.set(canister.invocationId, canister);
    if (canister?.role !== 'invocation' || /^(?:dialogue|tools)$/.test(canister.ensemble)) continue;
    const result = results.get(canister.id);
    const isPlan = /todo|think|update_?plan|write_?plan/i.test(canister.name);
    const call = result && !isPlan ? callOf(canister)(result) : undefined;
    if (call?.isDone) found.push(call);
  }
  return found.reverse();
}

/** Canisters never change. */
const callOf = perObject(({ id, ensemble, name, arguments: given }: InvocationCanister) => {
  const isOfFiles = ensemble === 'workspace';
  // What is written into a file says nothing of others.
  const texts = textsIn(isOfFiles ? [given.path ?? '', given.new_path ?? ''] : given);
  const works = worksOf(given);
  const call = {
    id,
    words: wordsOf([ensemble, name, ...texts].join(' ').slice(0, 8_000)),
    works,
    isReading: isOfFiles ? !/^(?:write|edit|move|delete)/.test(name) : /^(?:tests,?)+$/.test(works.join()),
    isOther: !isOfFiles && works.length === 0,
  };
  return perObject(({ failure, content }: ResultCanister) => {
    // A command that was stopped has run all the same.
    const isStopped = works.length > 0 && (failure?.kind === 'timeout' || failure?.kind === 'cancelled');
    const said = textOf(content).slice(0, 200);
    const [end = '0'] = /^(?:Ended|Stopped) |\bexit(?:ed with)?(?: code| status)?:? -?\d+/i.exec(said) ?? [];
    return {
      ...call,
      isDone: failure === undefined || isStopped,
      endedBadly: isStopped || !/\b0$/.test(end),
    };
  });
});

/** Puts each word on a line of its own, between slashes, and leaves out how a path begins: `./`, `/` or `~/`. */
export function wordsOf(text: string): string {
  const plain = text.toLowerCase().replace(/\b(python|pip)3\b/g, '$1');
  const words = plain.replaceAll('\\', '/').split(/[\s"'`=,;:()[\]{}<>|&]+/);
  return words.map(word => `\n/${word.replace(/^(?:\.{0,2}\/|~\/)+|\/+$/g, '')}/`).join('');
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value).slice(0, 2_000)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
