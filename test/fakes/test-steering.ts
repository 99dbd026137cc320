import type { Prompt, Steering } from '../../src/converser/turn/converse-options.ts';
import { text } from '../../src/converser/words/canister/content.ts';

/** Steering by a test, which sees what was taken. */
export interface TestSteering extends Steering {
  add(message: string | Prompt): void;
  endTurn(): void;
  readonly taken: readonly Prompt[];
}

export function createTestSteering(): TestSteering {
  const waiting: Prompt[] = [];
  const taken: Prompt[] = [];
  let endsTurn = false;
  return {
    add: message => void waiting.push(typeof message === 'string' ? { content: [text(message)] } : message),
    endTurn() {
      endsTurn = true;
    },
    take() {
      taken.push(...waiting);
      return waiting.splice(0);
    },
    get endsTurn() {
      return endsTurn;
    },
    taken,
  };
}
