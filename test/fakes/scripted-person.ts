import type { AskUser } from '../../src/vscode/common/ask-in-vscode.ts';

export interface ScriptedPerson extends AskUser {
  /** The titles of what was asked. */
  readonly asked: readonly string[];
  readonly problems: readonly string[];
  readonly waited: readonly string[];
}

/** As the next answer of one who has to wait: turns away instead. */
export const cancels = 'Cancel';

/**
 * Answers one question after the other: of choices, the one whose label begins so; where something is to be typed,
 * with the text itself, or by going `Back`; of a yes, its button. After what is refused, the next answer is typed. Turns away once the
 * answers are used up.
 */
export function createScriptedPerson(...answers: readonly string[]): ScriptedPerson {
  const remaining = [...answers];
  const asked: string[] = [];
  const problems: string[] = [];
  const waited: string[] = [];
  const patient = new AbortController().signal;
  return {
    asked,
    problems,
    waited,
    async pick({ title, choices, later = [] }) {
      asked.push(title);
      const answer = remaining.shift();
      const found = await Promise.all(later.map(find => find(patient)));
      const all = [...found.flat(), ...choices];
      if (answer === undefined) return undefined;
      const chosen = all.find(({ label }) => label.startsWith(answer));
      if (chosen === undefined) throw new Error(`There is no ${answer} in: ${all.map(({ label }) => label)}`);
      return chosen.value;
    },
    async search({ title, find }) {
      asked.push(title);
      const answer = remaining.shift();
      const lists = await Array.fromAsync(find('', patient));
      return lists.at(-1)?.find(({ label }) => answer !== undefined && label.startsWith(answer))?.value;
    },
    async enter({ title, take, back }) {
      asked.push(title);
      for (let answer = remaining.shift(); answer !== undefined; answer = remaining.shift()) {
        if (back === true && answer === 'Back') return 'back';
        const taken = await take(answer, patient);
        if ('value' in taken) return taken.value;
        problems.push(taken.problem);
      }
      return undefined;
    },
    async confirm({ message, yes }) {
      asked.push(message);
      return remaining.shift() === yes;
    },
    async wait(title, work) {
      waited.push(title);
      if (remaining[0] !== cancels) return work(patient);
      remaining.shift();
      const impatient = new AbortController();
      const working = work(impatient.signal);
      impatient.abort();
      await working.catch(() => {});
      return undefined;
    },
  };
}
