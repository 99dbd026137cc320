import { styleText } from 'node:util';
import { durationText } from '../../converser/ground/wording/numbers.ts';
import {
  type InvocationCanister,
  isCompaction,
  type ResultCanister,
} from '../../converser/words/canister/canister.ts';
import { toJson } from '../../converser/words/canister/canister-json.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import type { WindowMeasure } from '../../converser/words/context-window/window-measure.ts';
import { windowLine } from '../../converser/words/context-window/window-texts.ts';
import type { ConverseEvent, InvocationEnd } from '../../converser/words/conversation/converse-event.ts';
import { unsupportedText } from '../../converser/words/conversation/unsupported-claim.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { cacheLossTexts } from '../../converser/words/spending/cache-loss.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import { guidingPath, labelText } from '../../converser/words/texts/label-text.ts';
import { planOf } from '../../converser/words/texts/plan-text.ts';
import { compactionText, savedText, savingsText } from '../../converser/words/texts/saving-texts.ts';
import { brief, continued, printableAnswer } from './printable.ts';
import { planLines } from './render-plan.ts';

export type Renderer = (event: ConverseEvent) => Promise<void>;

export interface Output {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export function createJsonRenderer({ stdout }: Output): Renderer {
  return event => write(stdout, `${toJson(event)}\n`);
}

export function createTextRenderer({ stdout, stderr }: Output): Renderer {
  const answer = createAnswerWriter(stdout);
  const linesOf = createLineRenderer(stderr);
  return async event => {
    if (event.type === 'text-delta') return answer.add(event.text);
    await answer.endLine();
    if (event.type === 'round-start') answer.startRound();
    if (event.type === 'round-restart') await answer.restartRound();
    for (const line of linesOf(event)) await write(stderr, `${line}\n`);
  };
}

function createAnswerWriter(stdout: NodeJS.WriteStream) {
  let isInLine = false;
  let hasText = false;
  const add = async (text: string) => {
    isInLine = !text.endsWith('\n');
    hasText = true;
    await write(stdout, stdout.isTTY ? printableAnswer(text) : text);
  };
  return {
    add,
    endLine: async () => {
      if (isInLine) await add('\n');
    },
    startRound() {
      hasText = false;
    },
    /** Programs that read only the standard output must learn it from the answer. */
    async restartRound() {
      if (hasText) await add('\n[The answer above was interrupted and restarts below.]\n\n');
      hasText = false;
    },
  };
}

function createLineRenderer(stderr: NodeJS.WriteStream): (event: ConverseEvent) => readonly string[] {
  const calls = new Map<string, InvocationCanister>();
  let measure: WindowMeasure | undefined;
  const dim = (text: string) => styleText('dim', text, { stream: stderr });
  return event => {
    switch (event.type) {
      case 'message-added':
        return event.canisters.flatMap(canister => {
          const guiding = guidingPath(canister);
          if (guiding !== undefined) return [dim(`i Instructions: ${brief(guiding)}`)];
          return canister.role === 'user' ? [dim(`» ${brief(textOf(canister.content))}`)] : [];
        });
      case 'window':
        measure = event.measure;
        return [];
      case 'notice':
      case 'round-restart':
        return [dim(`i ${continued(event.message)}`)];
      case 'invocation-start':
        calls.set(event.canister.id, event.canister);
        return [`${styleText('cyan', '▸', { stream: stderr })} ${callLine(event.canister)}`];
      case 'invocation-edit':
        return [dim(`  You changed it: ${callLine(event.canister)}`)];
      case 'invocation-progress':
        return [dim(`  … ${brief(event.message)}`)];
      case 'invocation-end':
        return endLines(event, {
          of: calls.get(event.canister.invocationId),
          duration: event.duration,
          stderr,
        });
      case 'turn-end': {
        const { error, spending, savings, unsupported = [] } = event;
        const cost = [
          spending === undefined ? '' : spendingText(spending),
          ...cacheLossTexts(spending?.anew),
          savings === undefined ? '' : savingsText(savings.turn),
        ]
          .filter(Boolean)
          .join(' · ');
        return [
          ...(error === undefined
            ? []
            : [`${styleText('red', '✗', { stream: stderr })} ${continued(error.message)}`]),
          ...unsupported.map(
            ({ text }) =>
              `${styleText('yellow', '?', { stream: stderr })} ${continued(unsupportedText(text))}`,
          ),
          ...(cost === '' ? [] : [dim(cost)]),
          ...(measure === undefined || !spending?.input ? [] : [dim(windowLine(measure))]),
        ];
      }
      case 'joined':
        return event.canisters.filter(isCompaction).map(each => dim(`i Compacted: ${compactionText(each)}`));
      case 'turn-start':
      case 'round-start':
      case 'round-end':
      case 'text-delta':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'usage':
        return [];
    }
  };
}

/** A model may make up the name of a tool. */
const longestName = 200;

function callLine(call: InvocationCanister): string {
  return `${brief(fullName(call), longestName)} ${brief(call.malformedArguments ?? JSON.stringify(call.arguments), 200)}`;
}

interface Called {
  readonly of: InvocationCanister | undefined;
  readonly duration: number;
  readonly stderr: NodeJS.WriteStream;
}

/** A plan is shown each time: a terminal has only one place, the end. */
function endLines({ canister }: InvocationEnd, called: Called): readonly string[] {
  const plan = called.of === undefined ? undefined : planOf(called.of, canister);
  return [resultLine(canister, called), ...planLines(plan ?? [], called.stderr)];
}

function resultLine(result: ResultCanister, { of, duration, stderr }: Called): string {
  const name = of === undefined ? '' : brief(fullName(of), longestName);
  const time = styleText('dim', durationText(duration), { stream: stderr });
  const label = labelNote(result, stderr);
  if (result.failure !== undefined) {
    const sign = styleText('red', '✗', { stream: stderr });
    return `${sign} ${name} ${time} ${label}${result.failure.kind}: ${brief(result.failure.message, 300)}`;
  }
  const saved = savedText(result.saved);
  const repeats = result.repeats === undefined ? '' : `repeated${saved === '' ? '' : `, saved ${saved}`}: `;
  const sign = styleText('green', '✓', { stream: stderr });
  return `${sign} ${name} ${time} ${label}${repeats}${brief(textOf(result.content))}`;
}

function labelNote({ label }: ResultCanister, stderr: NodeJS.WriteStream): string {
  const said = label && labelText(label);
  return said === undefined ? '' : `${styleText('yellow', `[${brief(said)}]`, { stream: stderr })} `;
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (stream.destroyed || stream.write(text)) return Promise.resolve();
  return new Promise(resolve => {
    const go = () => {
      stream.off('drain', go).off('close', go).off('error', go);
      resolve();
    };
    stream.on('drain', go).on('close', go).on('error', go);
  });
}
