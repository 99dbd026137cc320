import type { Person } from '../../converser/words/ensemble/person.ts';
import type { ServerQuestions } from './open-questions.ts';

export function createSidebarPerson(requests: ServerQuestions): Person {
  return {
    async ask({ message, fields }, signal) {
      const question = { kind: 'form', asker: 'model', server: 'The model', message, fields } as const;
      const answer = await requests.open(question, signal).answer;
      return answer.action === 'accept' ? { action: 'accept', content: answer.content ?? {} } : answer;
    },
  };
}
