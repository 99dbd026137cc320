import * as encoding from 'gpt-tokenizer/encoding/o200k_base';
import { perObject } from '../../converser/ground/object-memory.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';

const frameTokens = 4;
const imageTokens = 1100;

export function countTokens({ canisters, tools }: ModelRequest): number {
  let sum = 0;
  for (const canister of canisters) sum += countCanister(canister);
  for (const tool of tools) sum += countTool(tool);
  return sum;
}

const countCanister = perObject((canister: Canister) =>
  canister.content.reduce((sum, part) => sum + countPart(part), frameTokens + countCall(canister)),
);

const countTool = perObject(
  ({ name, description, inputSchema }: ToolDefinition) =>
    frameTokens + tokensIn(`${name} ${description} ${JSON.stringify(inputSchema)}`),
);

const options = { disallowedSpecial: new Set<string>() };

function tokensIn(text: string): number {
  return pieces(text).reduce((sum, piece) => sum + encoding.countTokens(piece, options), 0);
}

function countCall(canister: Canister): number {
  if (canister.role !== 'invocation') return 0;
  return tokensIn(
    `${wireName(canister)} ${canister.malformedArguments ?? JSON.stringify(canister.arguments)}`,
  );
}

/** Opaque parts are reasoning, which OpenAI does not count a second time. */
function countPart(part: Content): number {
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

/** So many characters without a break are counted together: the time grows with the square of their number. */
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
