import type { Canister } from '../../converser/words/canister/canister.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import type { ContractCall } from '../../dialects/contract/outcome.ts';
import type { IsQuotation } from '../../dialects/contract/reply-output.ts';

/** A call is a copy if what the model was shown has its text, or JSON with the same name and arguments. */
export function quotationsIn({ canisters, tools }: ModelRequest): IsQuotation {
  let texts: readonly ShownText[] | undefined;
  let compared = 0;
  return (written, calls) => {
    const wanted = calls.map(call => traitsOf(call, tools));
    const names = wanted.flatMap(({ names }) => names);
    texts ??= textsIn(canisters);
    const naming = texts.filter(({ shown }) => names.some(name => shown.includes(name)));
    if (naming.length === 0) return false;
    if (++compared > mostCompared) return true;
    const whole = essenceOf(withoutFence(written));
    return naming.some(
      ({ essence }) => essence().includes(whole) || wanted.some(traits => holdsCall(essence(), traits)),
    );
  };
}

/** No model means so many calls in one reply, if there is text that they may be copied from. */
const mostCompared = 200;

/** In characters, the newest first. No model was shown more at once. */
const mostCharacters = 8_000_000;

interface ShownText {
  readonly shown: string;
  readonly essence: () => string;
}

function textsIn(canisters: readonly Canister[]): readonly ShownText[] {
  const texts: ShownText[] = [];
  let left = mostCharacters;
  for (let at = canisters.length - 1; at >= 0 && left > 0; at--) {
    const canister = canisters[at];
    const shown = canister === undefined ? '' : foreignText(canister).slice(0, left);
    left -= shown.length;
    let essence: string | undefined;
    if (shown !== '') texts.push({ shown, essence: () => (essence ??= essenceOf(shown)) });
  }
  return texts;
}

function foreignText(canister: Canister): string {
  switch (canister.role) {
    case 'user':
    case 'document':
      return textOf(canister.content);
    case 'result':
      return `${textOf(canister.content)}\n${canister.failure?.message ?? ''}`;
    default:
      return '';
  }
}

function withoutFence(written: string): string {
  return written.replace(/^[\s,;]*(?:[`~]{3,}[\w-]*)?/, '').replace(/[`~]{3,}\s*$/, '');
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#34': '"',
  '#39': "'",
  '#x22': '"',
  '#x27': "'",
};

const marginOfLines = /^[ \t]*(?:(?:\d{1,7}[ \t]*[:|→\t)]|[>#*+|-]|\/\/)[ \t]*)+/gm;

function essenceOf(text: string): string {
  const decoded = text.includes('&')
    ? text.replace(/&(#?\w{2,4});/g, (whole, name: string) => entities[name] ?? whole)
    : text;
  const unescaped = decoded.includes('\\')
    ? decoded
        .replace(/\\+u([0-9a-f]{4})/gi, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        )
        .replace(/\\+[nrt]/g, '\n')
    : decoded;
  return unescaped.replace(marginOfLines, '').replace(/[\s\\"'`“”‘’\u200b-\u200d\u2060\ufeff]+/g, '');
}

interface Traits {
  readonly names: readonly string[];
  readonly pairs: readonly string[];
}

function traitsOf({ name, arguments: args }: ContractCall, tools: readonly ToolDefinition[]): Traits {
  const { aliases = [] } = tools.find(tool => tool.name === name) ?? {};
  const bare = name.slice(name.lastIndexOf('__') + 1).replace(/^_/, '');
  return {
    names: [bare || name, ...aliases],
    pairs: Object.entries(args).map(([key, value]) => essenceOf(`${key}:${JSON.stringify(value)}`)),
  };
}

/** There is little else between the name and the arguments of a call. In characters. */
const nearby = 120;

const mostOpenings = 1000;

function holdsCall(essence: string, { names, pairs }: Traits): boolean {
  const length = pairs.reduce((sum, pair) => sum + pair.length + 1, 1);
  let openings = 0;
  for (const first of pairs) {
    let at = essence.indexOf(`{${first}`);
    for (; at >= 0; at = essence.indexOf(`{${first}`, at + 1)) {
      if (++openings > mostOpenings) return true;
      const inside = essence.slice(at, at + length);
      const isWhole = inside.endsWith('}') && pairs.every(pair => inside.includes(pair));
      if (isWhole && isNamed(essence.slice(Math.max(0, at - nearby), at + length + nearby), names))
        return true;
    }
  }
  return false;
}

function isNamed(around: string, names: readonly string[]): boolean {
  return names.some(name => {
    for (let at = around.indexOf(name); at >= 0; at = around.indexOf(name, at + 1))
      if (!/[\w./-]/.test(around.charAt(at + name.length))) return true;
    return false;
  });
}
