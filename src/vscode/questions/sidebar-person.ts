import { defined } from '../../converser/ground/json/defined.ts';
import type { Person } from '../../converser/words/ensemble/person.ts';
import type { ServerQuestions } from './open-questions.ts';

export function createSidebarPerson(requests: ServerQuestions): Person {
  return {
    async ask({ message, fields, conversation }, signal) {
      const model = { kind: 'form', asker: 'model', server: 'The model' } as const;
      const question = defined({ ...model, message, fields, conversation });
      const answer = await requests.open(question, signal).answer;
      return answer.action === 'accept' ? { action: 'accept', content: answer.content ?? {} } : answer;
    },
  };
}
