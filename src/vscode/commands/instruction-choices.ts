import type * as vscode from 'vscode';

export interface InstructionChoices {
  has(path: string): boolean;
  /** Replaces the former choices about these paths. */
  choose(on: readonly string[], off: readonly string[]): Promise<void>;
}

const key = 'converser.instructionsOff';
const none: readonly string[] = [];

/** The workspace itself cannot write where these are kept. */
export function createInstructionChoices(state: Pick<vscode.Memento, 'get' | 'update'>): InstructionChoices {
  const all = () => state.get<readonly string[]>(key, none);
  return {
    has: path => all().includes(path),
    async choose(on, off) {
      const others = all().filter(path => !on.includes(path));
      await state.update(key, [...new Set([...others, ...off])]);
    },
  };
}
