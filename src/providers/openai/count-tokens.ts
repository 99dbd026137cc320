import type { Canister } from '../../converser/canister/canister.ts';
import type { Content } from '../../converser/canister/content.ts';
import { wireName } from '../../converser/ensemble/wire-name.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';

/** What the vendor puts around each message or call, and what it counts for a large picture. */
const frameTokens = 4;
const imageTokens = 1100;

const ofCanisters = new WeakMap<Canister, number>();
const ofTools = new WeakMap<ToolDefinition, number>();

/** The tokens of a request by the vendor's own tokenizer, which is large and loaded with the first count. */
export async function countTokens({ canisters, tools }: ModelRequest): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  // What only looks like a control token is text here, and no reason to throw.
  const options = { disallowedSpecial: new Set<string>() };
  const tokensIn = (text: string) => pieces(text).reduce((sum, piece) => sum + count(piece, options), 0);
  const ofCanister = (canister: Canister) =>
    canister.content.reduce(
      (sum, part) => sum + countPart(part, tokensIn),
      frameTokens + countCall(canister, tokensIn),
    );
  const ofTool = ({ name, description, inputSchema }: ToolDefinition) =>
    frameTokens + tokensIn(`${name} ${description} ${JSON.stringify(inputSchema)}`);
  return (
    sumOf(canisters, { known: ofCanisters, look: ofCanister }) +
    sumOf(tools, { known: ofTools, look: ofTool })
  );
}

type Count = (text: string) => number;

/** Each is looked at once, however often it is sent: none of them ever changes. */
function sumOf<T extends object>(
  items: readonly T[],
  { known, look }: { readonly known: WeakMap<T, number>; readonly look: (item: T) => number },
): number {
  let sum = 0;
  for (const item of items) {
    const tokens = known.get(item) ?? look(item);
    known.set(item, tokens);
    sum += tokens;
  }
  return sum;
}

function countCall(canister: Canister, tokensIn: Count): number {
  if (canister.role !== 'invocation') return 0;
  return tokensIn(
    `${wireName(canister)} ${canister.malformedArguments ?? JSON.stringify(canister.arguments)}`,
  );
}

/** What is opaque is reasoning, which the vendor does not count a second time. */
function countPart(part: Content, tokensIn: Count): number {
  switch (part.type) {
    case 'text':
      return tokensIn(part.text);
    case 'image':
      return imageTokens;
    case 'resource':
      return tokensIn(`${part.uri}\n${part.text ?? ''}`);
    case 'opaque':
      return 0;
  }
}

/** Characters without a break that are counted together: the time for them grows with their square. */
const longestRun = 400;

function pieces(text: string): readonly string[] {
  const cut: string[] = [];
  let begun = '';
  for (const [run] of text.matchAll(/\S+|\s+/g)) {
    if (run.length <= longestRun) {
      begun += run;
      continue;
    }
    cut.push(begun);
    begun = '';
    for (let at = 0; at < run.length; at += longestRun) cut.push(run.slice(at, at + longestRun));
  }
  return [...cut, begun];
}
