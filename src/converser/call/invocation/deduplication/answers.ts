import type { JsonObject } from '../../../ground/json/json.ts';
import type { InvocationCanister, ResultCanister } from '../../../words/canister/canister.ts';
import type { Places } from './places.ts';

/** One call of those that may answer later ones. */
export interface Answer {
  readonly args: JsonObject;
  readonly begun: Moment;
  /** As the tool names them. */
  readonly reads: Places;
  /** Resolves when all about it is known; never rejects. Absent for calls of earlier turns, which can only be compared with. */
  readonly running?: Promise<unknown>;
  /** What it answered. Absent while it runs, and for good after a failure. */
  source?: Source;
  /** What it repeats, so that models are sent a line. */
  original?: Source | undefined;
  /** Milliseconds that it took. */
  time: number;
  /** Stands for what was read, the same before and after. Absent: that is not known. */
  print?: string | undefined;
  /** What it read may have changed. */
  isOutdated: boolean;
}

/** A result, and the call that it is of. */
export interface Source {
  readonly invocation: InvocationCanister;
  /** As they are compared. */
  readonly args: JsonObject;
  readonly result: ResultCanister;
}

export interface Moment {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** How many canisters the conversation had. */
  readonly canisters: number;
}

/** Calls that may answer each other. */
export interface AnswerGroup {
  readonly answers: readonly Answer[];
  /** Changes whenever one is added. */
  version(): number;
  add(answer: Answer): void;
  /** The newest that fits. One that is added meanwhile is looked at, too. */
  find(fits: (answer: Answer) => boolean | Promise<boolean>): Promise<Answer | undefined>;
}

/** Older ones answer nothing any more. */
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
