import type { ApprovalMemory } from '../../src/converser/call/permission/approvals.ts';
import type {
  PermissionAnswer,
  PermissionScope,
} from '../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { indexRules, type RuleBook } from '../../src/converser/words/permission/rules.ts';

/** An answer, or how long a plain yes holds, or a plain no. */
export type Answer = PermissionAnswer | PermissionScope | 'deny';

export function answerOf(answer: Answer): PermissionAnswer {
  if (typeof answer !== 'string') return answer;
  return answer === 'deny' ? { kind: 'deny' } : { kind: 'allow', scope: answer };
}

export function createFakeMemory(kept = new Set<string>()): ApprovalMemory {
  let all: readonly string[] = [...kept];
  const changed = () => {
    all = [...kept];
  };
  return {
    all: () => all,
    async add(approval) {
      kept.add(approval);
      changed();
    },
    async remove(approval) {
      kept.delete(approval);
      changed();
    },
  };
}

/** A book of these rules, to which none can be added. */
export function rulesOf(written: Readonly<Record<string, PermissionRule>>): RuleBook {
  return { place: 'the setting converser.permissions', about: indexRules(Object.entries(written)) };
}
