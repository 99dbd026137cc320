import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { InvocationCanister, ResultCanister } from '../../converser/words/canister/canister.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { allowedText } from '../../converser/words/texts/allowed-text.ts';
import { failureTexts } from '../../converser/words/texts/failure-texts.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import { legibleMarkdown } from '../common/markdown.ts';
import { inform } from '../common/notices.ts';
import { createTextDiffs } from '../common/text-diffs.ts';

/** A chat answer shows only the beginning of a result. */
export interface ResultDocuments extends Disposable {
  add(called: Called): void;
  show(invocationId: string): Promise<void>;
}

export interface Called {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
}

/** Older ones are dropped to save memory. */
const mostResults = 500;

export function createResultDocuments(): ResultDocuments {
  const stored = new Map<string, Called>();
  const texts = createTextDiffs('converser-result');
  return {
    add(called) {
      stored.set(called.invocation.id, called);
      const [oldest] = stored.keys();
      if (stored.size > mostResults && oldest !== undefined) stored.delete(oldest);
    },
    async show(invocationId) {
      const called = stored.get(invocationId);
      if (called === undefined) void inform(gone);
      else await texts.open(`${fullName(called.invocation)}.md`, describe(called));
    },
    dispose: texts.dispose,
  };
}

const gone = 'This result is no longer available. Run the tool again to see it.';

function describe({ invocation, result }: Called): string {
  const args = invocation.malformedArguments ?? JSON.stringify(invocation.arguments, null, 2);
  const { written } = invocation;
  const why = allowedText(result);
  const heading = result.failure === undefined ? 'Result' : failureTexts[result.failure.kind];
  return [
    `# ${fullName(invocation)}`,
    '## Arguments',
    codeBlock(args, 'json'),
    ...(written === undefined
      ? []
      : ['You changed them. The model had written:', codeBlock(JSON.stringify(written, null, 2), 'json')]),
    `## ${heading}`,
    codeBlock(textOf(result.content)),
    ...(why === undefined ? [] : [legibleMarkdown(why)]),
    '',
  ].join('\n\n');
}
