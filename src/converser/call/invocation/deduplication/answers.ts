import type { JsonObject } from '../../../ground/json/json.ts';
import type { InvocationCanister, ResultCanister } from '../../../words/canister/canister.ts';
import type { Places } from './places.ts';

export interface Answer {
  readonly args: JsonObject;
  readonly begun: Moment;
  readonly reads: Places;
  /** Never rejects. Absent for calls of earlier turns, which are only compared with. */
  readonly running?: Promise<unknown>;
  /** Absent while it runs, and for good after a failure. */
  source?: Source;
  original?: Source | undefined;
  /** In milliseconds. */
  time: number;
  print?: string | undefined;
  isOutdated: boolean;
}

export interface Source {
  readonly invocation: InvocationCanister;
  readonly args: JsonObject;
  readonly result: ResultCanister;
}

export interface Moment {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly canisters: number;
}

export interface AnswerGroup {
  readonly answers: readonly Answer[];
  version(): number;
  add(answer: Answer): void;
  find(fits: (answer: Answer) => boolean | Promise<boolean>): Promise<Answer | undefined>;
}

const mostAnswers = 30;

export function createAnswerGroup(): AnswerGroup {
  const answers: Answer[] = [];
  let version = 0;
  return {
    answers,
    version() {
      return version;
    },
    add(answer) {
      version++;
      answers.push(answer);
      if (answers.length > mostAnswers) answers.shift();
    },
    async find(fits) {
      for (;;) {
        const before = version;
        const found = await newest(answers, fits);
        if (version === before) return found;
      }
    },
  };
}

async function newest(
  answers: readonly Answer[],
  fits: (answer: Answer) => boolean | Promise<boolean>,
): Promise<Answer | undefined> {
  for (const answer of answers.toReversed()) {
    const does = fits(answer);
    if (typeof does === 'boolean' ? does : await does) return answer;
  }
  return undefined;
}
